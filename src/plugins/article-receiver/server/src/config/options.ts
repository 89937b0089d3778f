import { z } from 'zod';
import type { RuleFunction } from '../../../shared/articles/mapping';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { didYouMean } from '../../../shared/nearest';
import { recordOf } from '../../../shared/records';
import { EFFECTS } from '../../../shared/settings/settings';
import { acceptSchema } from './accept-options';
import { alertsSchema } from './alert-options';
import { imagesSchema } from './image-options';
import { faultOfLinks } from './link-patterns';
import {
  addressRanges,
  articleUrl,
  bytes,
  linkPattern,
  MIB,
  milliseconds,
  timeZone,
  wordTable,
} from './option-kinds';
import { checksSchema, faultsOfPages, indexNowSchema } from './page-options';
import { retentionSchema } from './retention-options';
import { targetSchema } from './target-options';

/** As Strapi's i18n has them. */
const LOCALE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/**
 * The plugin's options: the one place that knows them, their defaults and their limits.
 * `docs/options.md` lists them for users; `tests/unit/readme.test.ts` holds the two together.
 */
export const optionsSchema = z
  .strictObject({
    tokens: z.array(z.string().trim().min(1)).optional(),
    /** How long a replaced token goes on working beside its successor. */
    tokenOverlapMs: milliseconds(48 * 60 * 60_000, 0),
    accept: acceptSchema.prefault({}),
    /**
     * Addresses that may deliver; the others get 403. Behind a proxy the site has to say so with
     * `server.proxy.koa`, and with `server.proxy.maxIpsCount` where there is more than one.
     */
    allowFrom: addressRanges.optional(),
    /** Deliveries that one token may bring in, in requests a minute; no limit when it is left out. */
    rateLimit: z.strictObject({ perMinute: z.int().min(1).max(1_000_000) }).optional(),
    maxBodyBytes: bytes(32 * MIB),
    bodyTimeoutMs: milliseconds(30_000, 100),
    maxBytesInFlight: bytes(128 * MIB),
    publishOnReady: z
      .union([z.boolean(), z.literal('planned')], "expected true, false or 'planned'")
      .default(false),
    /** When an article goes online on its planned day, and where that day is: here when it is left out. */
    planned: z
      .strictObject({
        time: z
          .string()
          .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'expected a time of day like 09:00')
          .default('09:00'),
        timeZone: timeZone.optional(),
      })
      .prefault({}),
    statusMap: wordTable(z.enum(EFFECTS)),
    /** Locales for words that the feed has for languages, where they are no codes: `{ Spanish: 'es' }`. */
    languageMap: wordTable(z.string().regex(LOCALE_CODE, 'expected a locale like es or pt-BR')),
    editorEdits: z.enum(['keep', 'overwrite']).default('keep'),
    /**
     * Which entries that the receiver did not write it goes on with: those with the article's id of the
     * service, also those with its slug, or none.
     */
    adopt: z.enum(['id', 'id-or-slug', 'never']).default('id'),
    html: z.enum(['escape', 'allow']).default('escape'),
    /** The site's own content type that articles become; the plugin's Article without it. */
    target: targetSchema.optional(),
    /** What the site makes of the fields of the plugin's own Article. */
    transform: z
      .custom<RuleFunction>(
        (value) => typeof value === 'function',
        'expected a function: ({ article }) => ({ … })',
      )
      .optional(),
    images: imagesSchema.prefault({}),
    /** `bullmq` shares the work among the site's processes, through Redis. */
    runner: z.enum(['embedded', 'bullmq']).default('embedded'),
    /** Whether this process projects; `false` leaves that, and what is scheduled, to others. */
    work: z.boolean().default(true),
    redis: z
      .strictObject({
        /** `redis://HOST:6379`, `rediss://` for TLS; by default what REDIS_URL says. */
        url: z.string().trim().min(1).optional(),
        /** What the keys in Redis begin with. */
        prefix: z
          .string()
          .regex(/^[\w.-]{1,100}$/, 'expected letters, digits, ".", "_" or "-"')
          .default('articles'),
      })
      .prefault({}),
    retention: retentionSchema.prefault({}),
    /** Where an article is on the site's front end: `https://blog.example.org/{language}/{slug}`. */
    articleUrl: articleUrl.optional(),
    /** Addresses of the service's whose links lead to `articleUrl` instead. */
    links: z.strictObject({ from: z.array(linkPattern).max(100).default([]) }).prefault({}),
    /** The list of all published articles for language models, at `/llms.txt`. */
    llmsTxt: z
      .strictObject({
        /** Came before the option `articleUrl`: stands in for it where it is not set, and counts here in any case. */
        articleUrl: articleUrl.optional(),
        title: z.string().trim().min(1).max(200).optional(),
        description: z.string().trim().min(1).max(1_000).optional(),
      })
      .prefault({}),
    /** Whether the pages of published articles are looked at. */
    checks: checksSchema.prefault({}),
    /** Whether search engines are told of published articles: https://www.indexnow.org. */
    indexNow: indexNowSchema.prefault({}),
    alerts: alertsSchema.prefault({}),
    /** Whether the metrics for Prometheus can be read. */
    metrics: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
    /** Longest time that an entry may take to be written, with what the site's own code does then. */
    writeTimeoutMs: milliseconds(120_000, 100),
    sweepIntervalMs: milliseconds(30_000, 100),
    retry: z
      .strictObject({
        attempts: z.int().min(1).max(100).default(12),
        firstDelayMs: milliseconds(2_000, 10),
        maxDelayMs: milliseconds(15 * 60_000, 10),
      })
      .prefault({}),
  })
  .superRefine((options, context) => {
    const message = faultOfLinks(options);
    if (message !== null) context.addIssue({ code: 'custom', path: ['links', 'from'], message });
    for (const fault of faultsOfPages(options)) context.addIssue({ code: 'custom', ...fault });
  });

export type Options = z.output<typeof optionsSchema>;

/**
 * Checks a site's configuration of the plugin and fills in the defaults.
 * @param variables names of environment variables from which options have their values, by the options' paths.
 * @throws Error whose message names each wrong option and what was expected there.
 */
export function parseOptions(
  config: unknown,
  variables: Readonly<Record<string, string>> = {},
): Options {
  const result = optionsSchema.safeParse(config ?? {});
  if (result.success) return result.data;
  const faults = faultsOf(result.error).map(({ path, message }) => {
    const variable = variables[path] === undefined ? '' : ` (${variables[path]})`;
    return `${path === '' ? 'the configuration' : `"${path}"`}${variable}: ${message}`;
  });
  throw new Error(faults.join('; '));
}

/** What is wrong with options, each by its dotted path; of one that there is not, which was meant. */
export const faultsOf = ({ issues }: z.ZodError): Issue[] =>
  issues.flatMap((issue) => {
    const { path, message } = issue;
    if (issue.code !== 'unrecognized_keys') return [{ path: path.join('.'), message }];
    const names = namesAt(path);
    return issue.keys.map((key) => ({
      path: [...path, key].join('.'),
      message: `there is no such option${didYouMean(key, names)}`,
    }));
  });

/** The names of the options in a group; of the outermost for an empty path. */
function namesAt(path: readonly PropertyKey[]): string[] {
  const all: unknown = z.toJSONSchema(optionsSchema, { io: 'input', unrepresentable: 'any' });
  const within = (group: unknown) => recordOf(recordOf(group).properties);
  const group = path.reduce<unknown>((outer, name) => within(outer)[String(name)], all);
  return Object.keys(within(group));
}
