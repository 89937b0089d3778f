import { z } from 'zod';
import { contradictions } from '../../../shared/settings/words';
import { isAddressRange } from './address-ranges';
import { faultOfArticleUrl, type ArticleUrl } from './article-url';
import { faultOfLinkPattern } from './link-patterns';
import { isTimeZone } from './time-zone';

export const MIB = 1024 * 1024;
/** The largest delay that Node's timers take, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** A span of time; some are timers. */
export const milliseconds = (fallback: number, min: number) =>
  z.int().min(min).max(MAX_TIMER_MS).default(fallback);

/** The size of something that has to fit into memory. */
export const bytes = (fallback: number) =>
  z
    .int()
    .min(1024)
    .max(1024 * MIB)
    .default(fallback);

/** Ages: no database, and no date, takes any number of days. */
export const days = z.int().min(1).max(36_500);

/** An IANA name that this Node knows. */
export const timeZone = z.string().refine(isTimeZone, 'expected a time zone like Europe/Berlin');

/** Where an article is on the site's front end. */
export const articleUrl = z.custom<ArticleUrl>().superRefine((value, context) => {
  const message = faultOfArticleUrl(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** Where articles are in the service, for links between them. */
export const linkPattern = z.string().superRefine((pattern, context) => {
  const message = faultOfLinkPattern(pattern);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** A table of the service's words, each of which says one thing. */
export const wordTable = <Said extends z.ZodType<string>>(said: Said) =>
  z
    .record(z.string(), said)
    .superRefine((table, context) => {
      for (const { word, first } of contradictions(table)) {
        const message = `expected what "${first}" says: it is the same word`;
        context.addIssue({ code: 'custom', path: [word], message });
      }
    })
    .default({});

/** Addresses of networks. */
export const addressRanges = z
  .array(z.string().refine(isAddressRange, 'expected an IP address or a range like 203.0.113.0/24'))
  .min(1);
