import type { Core } from '@strapi/strapi';
import bootstrap from './bootstrap';
import config from './config';
import contentTypes from './content-types';
import controllers from './controllers';
import destroy from './destroy';
import register from './register';
import routes from './routes';
import services from './services';

/** What Strapi loads: its parts as a site's extension (`strapi-server`) finds them. */
export interface ServerPlugin {
  register(context: { strapi: Core.Strapi }): void;
  bootstrap(context: { strapi: Core.Strapi }): Promise<void>;
  destroy(context: { strapi: Core.Strapi }): void | Promise<void>;
  config: object;
  contentTypes: Record<string, { schema: object }>;
  controllers: Record<string, unknown>;
  routes: Record<string, { type: 'admin' | 'content-api'; routes: object[] }>;
  services: Record<string, unknown>;
}

const plugin: ServerPlugin = {
  register,
  bootstrap,
  destroy,
  config,
  contentTypes,
  controllers,
  routes,
  services,
};

export default plugin;
