import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { faultOfEntry } from './plugin-entry';
import { parseOptions } from './options';
import { withUsableTarget } from './target-options';

export interface Env {
  (name: string, fallback?: string): string | undefined;
}

/** A word that is neither stays as it is, for the validator to name. */
const truth = (word: string): boolean | string =>
  ({ true: true, false: false })[word.trim().toLowerCase()] ?? word;

/** What may set options, by the options' paths. */
const VARIABLES = {
  runner: 'ARTICLE_RECEIVER_RUNNER',
  work: 'ARTICLE_RECEIVER_WORK',
  'redis.url': 'REDIS_URL',
};

/** The variables that say what options have, so that a fault can be looked for where it is. */
function variablesIn(config: unknown): Record<string, string> {
  const { runner, work, redis } = recordOf(config);
  const values: Record<string, unknown> = { runner, work, 'redis.url': recordOf(redis).url };
  return Object.fromEntries(
    Object.entries(VARIABLES).filter(
      ([path, name]) => values[path] !== undefined && values[path] === process.env[name],
    ),
  );
}

/** @throws Error as Strapi throws it for what `validator` refuses, which is shown nothing of the entry but what it reads of "config". */
function refuseUnread(params: { env: Env }): void {
  const { strapi } = globalThis as { strapi?: Core.Strapi };
  const fault = strapi ? faultOfEntry(strapi.dirs.dist.config, params) : null;
  if (fault !== null) throw new Error(`Error regarding ${PLUGIN_ID} config: ${fault}`);
}

/**
 * Strapi's plugin configuration: merged over `default`, then handed to `validator`. The defaults
 * of the options are no part of it; see `fillInDefaults`.
 */
export default {
  default: ({ env }: { env: Env }) => {
    refuseUnread({ env });
    const runner = env(VARIABLES.runner);
    const work = env(VARIABLES.work);
    const url = env(VARIABLES['redis.url']);
    return {
      ...(runner ? { runner } : {}),
      ...(work ? { work: truth(work) } : {}),
      ...(url ? { redis: { url } } : {}),
    };
  },
  validator: (config: unknown): void => {
    parseOptions(withUsableTarget(config), variablesIn(config));
  },
};
