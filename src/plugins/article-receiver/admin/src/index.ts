import type { StrapiApp } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../shared/plugin-id';

export default {
  register(app: StrapiApp): void {
    app.registerPlugin({ id: PLUGIN_ID, name: PLUGIN_ID });
  },
};
