import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { createLoop } from './loop';
import { passOverStreams } from '../streams/pass';
import type { Runner } from './runner';

/** Works through the streams that are behind within the site's own process. */
export function createEmbeddedRunner(strapi: Core.Strapi, options: () => Options): Runner {
  const loop = createLoop(strapi, options, async (pass) =>
    pass.isBehind ? passOverStreams(strapi, pass) : 'nothing',
  );
  const running = () => loop.running.streams()[0] ?? null;
  return { ...loop, kind: 'embedded', running, stop: () => loop.stop() };
}
