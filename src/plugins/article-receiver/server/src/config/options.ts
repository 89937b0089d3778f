import { z } from 'zod';
import type { RuleFunction } from '../../../shared/mapping';
import { ALERTS, EFFECTS, NEWS } from '../../../shared/settings';
import { faultOfArticleUrl, type ArticleUrl } from './article-url';
import { isAddressRange } from './address-ranges';
import { faultOfLinkPattern, faultOfLinks } from './link-patterns';
import { checksSchema, faultsOfPages, indexNowSchema } from './page-options';
import { targetSchema } from './target-options';
import { isTimeZone } from './time-zone';

const MIB = 1024 * 1024;
/** The largest delay that Node's timers take, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

const milliseconds = (fallback: number, min: number) =>
  z.int().min(min).max(MAX_TIMER_MS).default(fallback);

const bytes = (fallback: number) =>
  z
    .int()
    .min(1024)
    .max(1024 * MIB)
    .default(fallback);

/** Ages: no database, and no date, takes any number of days. */
const days = z.int().min(1).max(36_500);

/** As Strapi's i18n has them. */
const LOCALE_CODE = /^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i;

/** `example.com`, `*.example.com` for any name below it, or either with a port other than 443. */
const HOST_PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;

/** An IANA name that this Node knows. */
const timeZone = z.string().refine(isTimeZone, 'expected a time zone like Europe/Berlin');

const identifiers = z.array(z.string().trim().min(1).max(255)).min(1);

/** Where an article is on the site's front end. */
const articleUrl = z.custom<ArticleUrl>().superRefine((value, context) => {
  const message = faultOfArticleUrl(value);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

/** Where articles are in the service, for links between them. */
const linkPattern = z.string().superRefine((pattern, context) => {
  const message = faultOfLinkPattern(pattern);
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const addressRanges = z
  .array(z.string().refine(isAddressRange, 'expected an IP address or a range like 203.0.113.0/24'))
  .min(1);

/** Whose deliveries are taken in. What breaks a rule is kept, in quarantine, with the reason. */
const accept = z
  .strictObject({
    /** Only deliveries of these organizations (`orgId`). */
    orgIds: identifiers.optional(),
    /** Only deliveries whose campaign belongs to one of these websites (`websiteId`). */
    websiteIds: identifiers.optional(),
    /**
     * `first-use` remembers the organization of the first usable delivery that arrives from then
     * on, and takes no other's afterwards. To change over to another one, name it in `orgIds`.
     */
    pin: z.enum(['none', 'first-use']).default('none'),
  })
  .refine(({ orgIds, pin }) => orgIds === undefined || pin === 'none', {
    path: ['pin'],
    message: 'expected "none" where orgIds says which organizations are accepted',
  });

/** Who gets the digest: administrators by their id, anybody else by address. */
const mail = z.strictObject({
  to: z
    .array(
      z.union([z.int().min(1), z.email()], 'expected the id of an administrator, or an address'),
    )
    .min(1)
    .max(50),
  states: z
    .array(z.enum(ALERTS))
    .min(1)
    .default(() => [...ALERTS]),
});

/**
 * The plugin's options: the one place that knows them, their defaults and their limits.
 * `docs/options.md` lists them for users; `tests/unit/readme.test.ts` holds the two together.
 */
export const optionsSchema = z
  .strictObject({
    tokens: z.array(z.string().trim().min(1)).optional(),
    /** How long a replaced token goes on working beside its successor. */
    tokenOverlapMs: milliseconds(48 * 60 * 60_000, 0),
    accept: accept.prefault({}),
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
    publishOnReady: z.union([z.boolean(), z.literal('planned')]).default(false),
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
    statusMap: z.record(z.string(), z.enum(EFFECTS)).default({}),
    /** Locales for words that the feed has for languages, where they are no codes: `{ Spanish: 'es' }`. */
    languageMap: z
      .record(z.string(), z.string().regex(LOCALE_CODE, 'expected a locale like es or pt-BR'))
      .default({}),
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
    images: z
      .strictObject({
        maxBytes: bytes(20 * MIB),
        maxPixels: z.int().min(1).default(50_000_000),
        maxFrames: z.int().min(1).default(300),
        uploadTimeoutMs: milliseconds(120_000, 100),
        folder: z.string().trim().min(1).max(100).default('Articles'),
        /**
         * Hosts from which images that a delivery names but does not bring are fetched, over https:
         * `cdn.example.com`, `*.example.com` for any name below it, `cdn.example.com:8443`. Nothing is
         * fetched when it is left out.
         */
        fetchFrom: z
          .array(z.string().regex(HOST_PATTERN, 'expected a host like cdn.example.com'))
          .min(1)
          .optional(),
        /** Ranges within the site's own network from which those hosts may be served all the same. */
        fetchFromPrivate: addressRanges.optional(),
        /** Longest time that fetching the images of one delivery may take, all of them together. */
        fetchTimeoutMs: milliseconds(30_000, 100),
      })
      .prefault({}),
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
    retention: z
      .strictObject({
        bodiesDays: days.nullable().default(null),
        imagesDays: days.nullable().default(null),
        /** Days for which the bodies are kept that somebody discarded from quarantine. */
        discardedDays: days.default(30),
        /** Room for bodies that wait in quarantine; what has none is refused, never dropped. */
        quarantineBytes: z
          .int()
          .min(1024)
          .max(1024 * 1024 * MIB)
          .default(1024 * MIB),
        schedule: z.string().trim().min(1).default('17 3 * * *'),
      })
      .prefault({}),
    /** Where an article is on the site's front end: `https://blog.example.org/{language}/{slug}`. */
    articleUrl: articleUrl.optional(),
    /** Addresses of the service's whose links lead to `articleUrl` instead. */
    links: z.strictObject({ from: z.array(linkPattern).max(100).default([]) }).prefault({}),
    /** The list of all published articles for language models, at `/llms.txt`. */
    llmsTxt: z
      .strictObject({
        /** The same for this list alone: it came before the option `articleUrl`. */
        articleUrl: articleUrl.optional(),
        title: z.string().trim().min(1).max(200).optional(),
        description: z.string().trim().min(1).max(1_000).optional(),
      })
      .prefault({}),
    /** Whether the pages of published articles are looked at. */
    checks: checksSchema.prefault({}),
    /** Whether search engines are told of published articles: https://www.indexnow.org. */
    indexNow: indexNowSchema.prefault({}),
    alerts: z
      .strictObject({
        /** Digest of what waits for a person, at most one an hour; null: none. */
        mail: mail.nullable().default(null),
        /** News that are told as events too. */
        news: z.array(z.enum(NEWS)).default([]),
        /** More than so many events of one kind that come within that time are told as one. */
        group: z
          .strictObject({
            over: z.int().min(1).max(100).default(5),
            withinMs: milliseconds(5_000, 0),
          })
          .prefault({}),
      })
      .prefault({}),
    /** Whether the metrics for Prometheus can be read. */
    metrics: z.strictObject({ enabled: z.boolean().default(false) }).prefault({}),
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
 * @throws Error whose message names each wrong option and what was expected there.
 */
export function parseOptions(config: unknown): Options {
  const result = optionsSchema.safeParse(config ?? {});
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => {
    const option = path.length > 0 ? `"${path.join('.')}"` : 'the configuration';
    return `${option}: ${message}`;
  });
  throw new Error(faults.join('; '));
}
