import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { besideConfig, faultOfBeside } from './beside-config';
import { parseOptions } from './options';
import { withUsableTarget } from './target-options';

export interface Env {
  (name: string, fallback?: string): string | undefined;
}

/** A word that is neither stays as it is, for the validator to name. */
const truth = (word: string): boolean | string =>
  ({ true: true, false: false })[word.trim().toLowerCase()] ?? word;

/** @throws Error as Strapi throws it for what `validator` refuses, which is shown nothing but "config". */
function refuseBeside(params: { env: Env }): void {
  const { strapi } = globalThis as { strapi?: Core.Strapi };
  const fault = strapi ? faultOfBeside(besideConfig(strapi.dirs.dist.config, params)) : null;
  if (fault !== null) throw new Error(`Error regarding ${PLUGIN_ID} config: ${fault}`);
}

/**
 * Strapi's plugin configuration: merged over `default`, then handed to `validator`. The defaults
 * of the options are no part of it; see `fillInDefaults`.
 */
export default {
  default: ({ env }: { env: Env }) => {
    refuseBeside({ env });
    const runner = env('ARTICLE_RECEIVER_RUNNER');
    const work = env('ARTICLE_RECEIVER_WORK');
    const url = env('REDIS_URL');
    return {
      ...(runner ? { runner } : {}),
      ...(work ? { work: truth(work) } : {}),
      ...(url ? { redis: { url } } : {}),
    };
  },
  validator: (config: unknown): void => {
    parseOptions(withUsableTarget(config));
  },
};
