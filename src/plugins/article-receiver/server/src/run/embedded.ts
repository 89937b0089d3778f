import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { createLoop } from './loop';
import { passOverStreams } from './pass';
import type { Runner } from './runner';

/** Works through the streams that are behind, one at a time, within the site's own process. */
export function createEmbeddedRunner(strapi: Core.Strapi, options: () => Options): Runner {
  const loop = createLoop(strapi, options, (pass) => passOverStreams(strapi, pass));
  return { ...loop, kind: 'embedded', stop: () => loop.stop() };
}
