import type { Core } from '@strapi/types';
import { createBullmqRunner } from '../run/bullmq';
import { createEmbeddedRunner } from '../run/embedded';
import type { Runner } from '../run/runner';
import { getService } from './get-service';

/**
 * The runner that the site's options name. The command line works by itself, beside the site and
 * with or without Redis.
 */
export default ({ strapi }: { strapi: Core.Strapi }): Runner => {
  const options = () => getService(strapi, 'options').get();
  const isBullmq = options().runner === 'bullmq' && !process.env.ARTICLE_RECEIVER_CLI;
  return isBullmq ? createBullmqRunner(strapi, options) : createEmbeddedRunner(strapi, options);
};
