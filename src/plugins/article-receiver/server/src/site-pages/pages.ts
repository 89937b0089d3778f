import type { Core } from '@strapi/types';
import { hasKey } from '../config/page-options';
import { optionsOf } from '../config/site-options';
import { withClaim, type Claim } from '../database/claims';
import { ledgerOf } from '../ledger/ledger';
import { activityOf } from '../pace/activity';
import { startBeats, type Stop } from '../pace/beats';
import { lookAgainAtOtherParts } from './look-again';
import { lookAtPages } from './look-at-pages';
import { LONGEST_WAIT_MS } from './next-look';
import { knownSince, noticePages } from './notice-pages';
import { stampOfPublished } from './published-pages';
import { tellIndexNow } from './tell-index-now';
import { explain } from '../faults/explain';

/** How often it is looked whether anything is due, while anything goes on, in milliseconds. */
const BEAT_MS = 2_000;

/** However little changed, all is compared so often. */
const COMPARED_EVERY_MS = 60 * 60_000;

/** The wait for an instance that was killed, and the longest that one round may take. */
const TERMS = { forMs: 15_000, renewedForMs: 10 * 60_000 };

export interface Pages {
  /** Begins, where the site wants pages looked at or told. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Looks at the pages of published articles and tells search engines of them, beside the runner and
 * never in its way: one instance at a time.
 */
export default ({ strapi }: { strapi: Core.Strapi }): Pages => {
  let stop: Stop = () => Promise.resolve();
  let stamp: string | null = null;
  let comparedAt = -Infinity;
  let askedAt = -Infinity;
  /** Whether pages are as `checks.parts` has it, which changes with a start alone. */
  let areOfTheseParts = false;

  /** Whether something may have been published or taken offline since all was compared. */
  async function hasNews(): Promise<string | null> {
    const now = performance.now();
    if (now - askedAt < optionsOf(strapi).sweepIntervalMs) return null;
    const found = await stampOfPublished(strapi);
    const isNews = found !== stamp || now - comparedAt > COMPARED_EVERY_MS;
    // What is not compared now, because another instance is at it, is asked for again.
    if (!isNews) askedAt = now;
    return isNews ? found : null;
  }

  async function round(claim: Claim, news: string | null): Promise<void> {
    const options = optionsOf(strapi);
    if (options.checks.enabled && !areOfTheseParts) {
      await lookAgainAtOtherParts(strapi, options);
      areOfTheseParts = true;
    }
    if (news !== null) {
      const isNews = await noticePages(strapi, options, claim);
      // What was published since the stamp was read, and is taken away before the next, leaves the same one.
      stamp = isNews ? null : news;
      askedAt = performance.now();
      comparedAt = askedAt;
    }
    await lookAtPages(strapi, options, claim);
    await tellIndexNow(strapi, options, claim);
  }

  /** @returns whether something is due before one looks again at a site where nothing goes on. */
  async function look(): Promise<boolean> {
    const news = await hasNews();
    if (news !== null || (await isAnythingDue(strapi, Date.now())))
      await withClaim(strapi, 'pages', TERMS, (claim) => round(claim, news));
    return isAnythingDue(strapi, Date.now() + optionsOf(strapi).sweepIntervalMs);
  }

  return {
    async start() {
      const { checks, indexNow, sweepIntervalMs } = optionsOf(strapi);
      if (!checks.enabled && indexNow.key === undefined) return;
      await knownSince(strapi);
      if (indexNow.key !== undefined) await ledgerOf(strapi).indexNow.forgetRefusal();
      const watched = () =>
        look().catch((error: unknown) => {
          strapi.log.warn(`article-receiver: pages were not looked at: ${explain(error)}`);
          return true;
        });
      const rhythm = { beatMs: Math.min(BEAT_MS, sweepIntervalMs), idleBeatMs: sweepIntervalMs };
      stop = startBeats(watched, activityOf(strapi), rhythm);
    },
    stop: () => stop(),
  };
};

async function isAnythingDue(strapi: Core.Strapi, now: number): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const due = { now, longestMs: LONGEST_WAIT_MS, limit: 1 };
  if ((await ledger.pages.due(due)).length > 0) return true;
  if ((await ledger.announcements.count()) === 0) return false;
  if ((await ledger.announcements.due({ ...due, isReady: false })).length > 0) return true;
  const { indexNow } = optionsOf(strapi);
  // What was to be told when the key was taken away waits for another one.
  if (!hasKey(indexNow) || (await ledger.indexNow.refusalOf(indexNow)) !== null) return false;
  return (await ledger.announcements.due({ ...due, isReady: true })).length > 0;
}
