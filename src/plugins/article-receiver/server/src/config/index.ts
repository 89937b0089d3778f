import { optionsSchema, parseOptions } from './options';

export interface Env {
  (name: string, fallback?: string): string | undefined;
}

/** Strapi's plugin configuration: merged over `default`, then handed to `validator`. */
export default {
  default: ({ env }: { env: Env }) => {
    const runner = env('ARTICLE_RECEIVER_RUNNER');
    return { ...optionsSchema.parse({}), ...(runner ? { runner } : {}) };
  },
  validator: (config: unknown): void => {
    parseOptions(config);
  },
};
