import type { Core } from '@strapi/types';
import { createEmbeddedRunner } from '../runner/embedded';
import type { Runner } from '../runner/runner';
import { getService } from './get-service';

export default ({ strapi }: { strapi: Core.Strapi }): Runner =>
  createEmbeddedRunner(strapi, () => getService(strapi, 'options').get());
