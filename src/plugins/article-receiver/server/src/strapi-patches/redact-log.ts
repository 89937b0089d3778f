import type { Core } from '@strapi/types';
import { adapt, isFunction } from './adapt';

type Info = Record<string | symbol, unknown>;

interface Format {
  transform(info: Info, options?: unknown): Info | boolean;
}

/** Where winston keeps the line that it writes. */
const LINE = Symbol.for('message');

/** Takes tokens out of everything that is logged, whoever logs it. */
export function redactLog(strapi: Core.Strapi, redact: (text: string) => string): void {
  const log = strapi.log as unknown as { format?: Format };
  const inner = log.format;
  adapt(strapi, {
    what: 'the log (its format)',
    without: 'a token that stands in an address which only resembles the webhook’s may be logged',
    isKnown: isFunction(inner?.transform),
    apply: () => {
      log.format = Object.assign(Object.create(inner ?? null) as Format, {
        transform: (info: Info, options?: unknown) => {
          const line = inner?.transform(redacted(info), options) ?? false;
          return typeof line === 'object' ? redacted(line) : line;
        },
      });
    },
  });

  function redacted(info: Info): Info {
    for (const name of ['message', 'stack', LINE]) {
      const value = info[name];
      if (typeof value === 'string') info[name] = redact(value);
    }
    return info;
  }
}
