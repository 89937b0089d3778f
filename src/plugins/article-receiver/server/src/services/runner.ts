import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import { createBullmqRunner } from '../run/runners/bullmq';
import { createEmbeddedRunner } from '../run/runners/embedded';
import type { Runner } from '../run/runners/runner';

/**
 * The runner that the site's options name. The command line works by itself, beside the site and
 * with or without Redis.
 */
export default ({ strapi }: { strapi: Core.Strapi }): Runner => {
  const options = () => optionsOf(strapi);
  const isBullmq = options().runner === 'bullmq' && !process.env.ARTICLE_RECEIVER_CLI;
  return isBullmq ? createBullmqRunner(strapi, options) : createEmbeddedRunner(strapi, options);
};
