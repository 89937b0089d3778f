import type { ToldReason } from '../deliveries/reasons';
import type { TestDetailCode } from './test-steps';
import type { Placeholders } from '../wording';

/** What a status word of the feed can do to an article; `docs/states.md` explains each. */
export const EFFECTS = ['draft', 'publish', 'unpublish', 'ignore'] as const;

export type Effect = (typeof EFFECTS)[number];

/**
 * What people can be told about: states in which a delivery waits for them, suggestions, that the
 * quarantine has no room left, and that search engines refuse the site's key.
 */
export const ALERTS = [
  'failed',
  'parked',
  'quarantined',
  'quarantine-full',
  'suggestion',
  'indexnow-refused',
] as const;

export type Alert = (typeof ALERTS)[number];

/**
 * News that a site can have told, though nobody has to do anything: a delivery arrived, an article went
 * online or offline or to another address by a delivery, a publication waits.
 */
export const NEWS = ['arrived', 'published', 'unpublished', 'moved', 'held'] as const;

export type News = (typeof NEWS)[number];

/** Who gets the digest, and what it is about. */
export interface AlertMail {
  /** Ids of administrators, or addresses. */
  to: (number | string)[];
  states: Alert[];
}

/**
 * The options that can be changed while the site runs; README.md explains each. Null stands for an
 * option that is left out: no list, no limit, never.
 */
export interface Settings {
  statusMap: Record<string, Effect>;
  /** Locales for words that the feed has for languages. */
  languageMap: Record<string, string>;
  publishOnReady: boolean | 'planned';
  /** When an article goes online on its planned day: `HH:MM`, in an IANA time zone. */
  planned: { time: string; timeZone: string | null };
  editorEdits: 'keep' | 'overwrite';
  accept: {
    orgIds: string[] | null;
    websiteIds: string[] | null;
    pin: 'none' | 'first-use';
  };
  allowFrom: string[] | null;
  rateLimit: { perMinute: number } | null;
  maxBodyBytes: number;
  bodyTimeoutMs: number;
  images: {
    maxBytes: number;
    maxPixels: number;
    maxFrames: number;
    fetchFrom: string[] | null;
  };
  retention: {
    bodiesDays: number | null;
    imagesDays: number | null;
    discardedDays: number;
    quarantineBytes: number;
  };
  alerts: { mail: AlertMail | null };
  metrics: { enabled: boolean };
}

/**
 * A change of settings, as JSON Merge Patch (RFC 7396): what is left out stays, null takes a stored
 * value away, so that the default counts again. Lists are replaced as a whole.
 */
export type SettingsPatch = MergePatch<Settings>;

type MergePatch<T> = {
  [Key in keyof T]?: T[Key] extends unknown[] | null
    ? T[Key] | null
    : T[Key] extends object
      ? MergePatch<T[Key]> | null
      : T[Key] | null;
};

export interface SettingsAnswer {
  /** What counts now. */
  values: Settings;
  /** What counts where nobody says otherwise. */
  defaults: Settings;
  /** What the site's config files set, by dotted path; `statusMap.in_review` for single words. */
  fixed: string[];
  /** The numbers that are taken, by dotted path. */
  limits: Record<string, { min: number; max: number }>;
  /** The address to paste into the service, without its token. */
  webhook: { url: string; path: string };
  /** The organization that `accept.pin` remembers. */
  pinned: { orgId: string; pinnedAt: string } | null;
  /** The site's locales, for `languageMap`; null where articles go to a type without locales. */
  locales: string[] | null;
  /** Who can be chosen to get mail: administrators who can sign in. */
  administrators: { id: number; name: string; email: string }[];
}

/** One step of a test delivery's way. */
export interface TestStep {
  name: 'sent' | 'acknowledged' | 'logged' | 'projected' | 'entry';
  ok: boolean;
  /** What happened, or why it did not, in words for a person. */
  detail: string;
  /** The same for programs. */
  code: TestDetailCode;
  values: Placeholders;
  /** Why the delivery is not in its article, where that is so and known. */
  reason: ToldReason | null;
  /** Milliseconds since the test began. */
  ms: number;
}

export interface TestDelivery {
  /** As far as it came: after a step that failed there is no other. */
  steps: TestStep[];
  deliveryId: string | null;
  documentId: string | null;
}

/** How many test deliveries there are to remove. */
export interface TestCount {
  count: number;
}

/** What removing test deliveries took away. */
export interface TestRemoval {
  deliveries: number;
  articles: number;
  files: number;
}
