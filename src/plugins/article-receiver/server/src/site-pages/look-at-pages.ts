import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries/issues';
import type { Options } from '../config/options';
import type { AnnouncementRow } from '../ledger/pages/announcements';
import type { PageRow } from '../ledger/pages/pages';
import { ledgerOf } from '../ledger/ledger';
import type { Claim } from '../database/claims';
import { inTransaction } from '../database/transaction';
import { siteReach } from '../guarded-requests/site-reach';
import { pageFaults } from '../text/web-page/page-faults';
import { readPage } from '../text/web-page/read-page';
import { debugPoint } from '../faults/debug-point';
import { stoppingOf } from '../run-context/stopping';
import { askPage, type PageAnswer } from './ask-page';
import { expectedPage } from './expected-page';
import { isOver, LONGEST_WAIT_MS, nextLook } from './next-look';

/** Pages that are asked for at the same time: a front end is there for its readers. */
const AT_ONCE = 4;

/** Pages that one round looks at. */
const IN_A_TURN = 20;

/**
 * Looks at the pages that are due.
 * @returns whether there were any.
 */
export async function lookAtPages(
  strapi: Core.Strapi,
  options: Options,
  claim: Claim,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const due = { now: Date.now(), longestMs: LONGEST_WAIT_MS, limit: IN_A_TURN };
  const pages = await ledger.pages.due(due);
  const gone = await ledger.announcements.due({ ...due, isReady: false });
  const looks = [
    ...pages.map((page) => () => lookAtPage(strapi, options, claim, page)),
    ...gone.map((row) => () => lookAtGone(strapi, options, claim, row)),
  ];
  for (let at = 0; at < looks.length; at += AT_ONCE) {
    await claim.hold();
    await Promise.all(looks.slice(at, at + AT_ONCE).map((look) => look()));
  }
  return looks.length > 0;
}

function askFor(strapi: Core.Strapi, { checks }: Options, url: string): Promise<PageAnswer> {
  const { maxBytes, timeoutMs, privateRanges } = checks;
  const reach = siteReach(privateRanges, timeoutMs, stoppingOf(strapi));
  return askPage(url, { ...reach, maxBytes, timeoutMs });
}

async function lookAtPage(
  strapi: Core.Strapi,
  options: Options,
  claim: Claim,
  page: PageRow,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { url, streamKey } = page;
  if (url === null) return;
  debugPoint('before-look');
  const answer = await askFor(strapi, options, url);
  debugPoint('after-look');
  // What ended because the site stops says nothing about the page.
  if (stoppingOf(strapi).aborted) return;
  const issues = await issuesOf(strapi, options, streamKey, url, answer);
  const now = Date.now();
  const failures = issues.length > 0 ? page.failures + 1 : 0;
  const { checks, retry, indexNow } = options;
  const over = isOver(now, page.since, checks.withinMs);
  const deadline = over ? now : page.since + checks.withinMs;
  const { firstDelayMs } = retry;
  const dueAt =
    failures === 0 ? null : nextLook({ failures, now, deadline, firstDelayMs }, Math.random());
  const isWrong = checks.enabled && over && issues.length > 0;
  await inTransaction(strapi, async ({ trx }) => {
    await claim.fence(trx);
    await ledger.pages.lookedAt(trx, page, { dueAt, failures, checkedAt: now, issues, isWrong });
    if (indexNow.key === undefined) return;
    if (isThere(answer)) await ledger.announcements.ready(trx, url, now);
    else if (dueAt === null) await ledger.announcements.setAside(trx, url);
  });
}

/** Whether a page answers 200, also where it cannot be read: search engines may be able to. */
const isThere = (answer: PageAnswer): boolean => answer.ok || answer.status === 200;

async function issuesOf(
  strapi: Core.Strapi,
  { checks }: Options,
  streamKey: string,
  url: string,
  answer: PageAnswer,
): Promise<Issue[]> {
  if (!answer.ok) return [answer.issue];
  if (!checks.enabled || checks.parts.length === 0) return [];
  const expected = await expectedPage(strapi, streamKey, url);
  return expected ? pageFaults(readPage(answer.html), answer.url, expected, checks.parts) : [];
}

/**
 * Looks whether a page is gone that is to be: then that may be told. One that stays, for whatever
 * reason, is told of when its time is over: search engines see for themselves.
 */
async function lookAtGone(
  strapi: Core.Strapi,
  options: Options,
  claim: Claim,
  row: AnnouncementRow,
): Promise<void> {
  const answer = await askFor(strapi, options, row.url);
  if (stoppingOf(strapi).aborted) return;
  const now = Date.now();
  const { checks, retry } = options;
  const over = isOver(now, row.since, checks.withinMs);
  const isGone = !answer.ok && answer.status !== null && answer.status !== 200;
  const failures = row.failures + 1;
  const deadline = row.since + checks.withinMs;
  const next = nextLook({ failures, now, deadline, ...retry }, Math.random()) ?? now;
  const change =
    isGone || over ? { readyAt: now, dueAt: now, failures: 0 } : { dueAt: next, failures };
  await inTransaction(strapi, async ({ trx }) => {
    await claim.fence(trx);
    await ledgerOf(strapi).announcements.postpone(trx, row, change);
  });
}
