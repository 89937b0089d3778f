import { parseOptions } from './options';
import { withUsableTarget } from './target-options';

export interface Env {
  (name: string, fallback?: string): string | undefined;
}

/** A word that is neither stays as it is, for the validator to name. */
const truth = (word: string): boolean | string =>
  ({ true: true, false: false })[word.trim().toLowerCase()] ?? word;

/**
 * Strapi's plugin configuration: merged over `default`, then handed to `validator`. The defaults
 * of the options are no part of it; see `fillInDefaults`.
 */
export default {
  default: ({ env }: { env: Env }) => {
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
