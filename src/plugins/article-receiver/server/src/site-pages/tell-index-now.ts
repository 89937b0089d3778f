import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { Claim } from '../database/claims';
import { inTransaction } from '../database/transaction';
import type { AnnouncementRow } from '../ledger/pages/announcements';
import { hostOfArticles } from '../config/article-url';
import { articleUrlOf } from '../config/site-options';
import { hasKey, type WithKey } from '../config/page-options';
import { ledgerOf } from '../ledger/ledger';
import { askGuarded, whyFailed } from '../guarded-requests/guarded-request';
import { siteReach } from '../guarded-requests/site-reach';
import { retryDelay } from '../pace/retry-delay';
import { debugPoint } from '../faults/debug-point';
import { stoppingOf } from '../run-context/stopping';
import { askedToWait, indexNowBody, byHost, meaningOf, type Together } from './index-now-request';
import { LONGEST_WAIT_MS } from './next-look';

/** How long addresses are collected before they are told, in milliseconds. */
const COLLECT_MS = 5_000;

/** Addresses that one round tells. */
const IN_A_TURN = 5_000;

/** So often addresses are told in vain: for about a week. */
const TRIES = 40;
const LONGEST_DELAY_MS = 6 * 60 * 60_000;

/** Tells search engines of the addresses that may be told. */
export async function tellIndexNow(
  strapi: Core.Strapi,
  options: Options,
  claim: Claim,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { indexNow } = options;
  if (!hasKey(indexNow) || (await ledger.indexNow.refusalOf(indexNow)) !== null) return;
  const now = Date.now();
  const due = { isReady: true, now, longestMs: LONGEST_WAIT_MS, limit: IN_A_TURN };
  const rows = await ledger.announcements.due(due);
  // Below zero it is by a clock that was wrong: nobody waits for that.
  const ages = rows.map(({ readyAt }) => now - (readyAt ?? now));
  const isCollected = ages.some((age) => age >= COLLECT_MS || age < 0);
  if (!isCollected) return;
  for (const together of byHost(rows)) {
    await claim.hold();
    debugPoint('before-telling');
    const answer = await post(strapi, options, indexNow, together);
    if (stoppingOf(strapi).aborted && answer.status === null) return;
    debugPoint('after-telling');
    const isRefused = await settle(strapi, options, claim, together.rows, answer);
    if (isRefused && !(await forgetFormer(strapi, claim, together)))
      return void (await tellOwner(strapi, indexNow, answer.status ?? 0));
  }
}

interface Answer {
  /** Null where there was none. */
  status: number | null;
  waitMs: number;
  why: string;
}

async function post(
  strapi: Core.Strapi,
  { checks }: Options,
  indexNow: WithKey,
  together: Together,
): Promise<Answer> {
  const reach = siteReach(checks.privateRanges, checks.timeoutMs, stoppingOf(strapi));
  const body = JSON.stringify(indexNowBody(together, indexNow));
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'user-agent': 'article-receiver',
  };
  try {
    const url = new URL(indexNow.endpoint);
    const response = await askGuarded(url, reach, { method: 'POST', headers, body });
    response.destroy();
    const { statusCode: status = 0 } = response;
    const waitMs = askedToWait(response.headers['retry-after'], Date.now());
    return { status, waitMs, why: `it answered ${status}` };
  } catch (error) {
    const why = reach.signal.aborted ? 'it took too long (checks.timeoutMs)' : whyFailed(error).why;
    return { status: null, waitMs: 0, why };
  }
}

/** @returns whether the key was refused. */
async function settle(
  strapi: Core.Strapi,
  { retry }: Options,
  claim: Claim,
  rows: readonly AnnouncementRow[],
  { status, waitMs, why }: Answer,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const meaning = status === null ? 'again' : meaningOf(status);
  if (meaning === 'refused') return true;
  const policy = {
    attempts: TRIES,
    firstDelayMs: retry.firstDelayMs,
    maxDelayMs: LONGEST_DELAY_MS,
  };
  let given = 0;
  await inTransaction(strapi, async ({ trx }) => {
    await claim.fence(trx);
    if (meaning === 'taken') return ledger.announcements.forget(trx, rows);
    given = 0;
    for (const row of rows) {
      const failures = row.failures + 1;
      const delay = retryDelay(failures, policy, Math.random());
      if (delay === null) {
        await ledger.announcements.forget(trx, [row]);
        given += 1;
      } else {
        const dueAt = Date.now() + Math.max(delay, waitMs);
        await ledger.announcements.postpone(trx, row, { dueAt, failures });
      }
    }
  });
  if (meaning === 'again') {
    const left = given > 0 ? `; ${given} are not tried again` : '';
    const many = `${rows.length} ${rows.length === 1 ? 'address' : 'addresses'}`;
    strapi.log.warn(`article-receiver: IndexNow could not be told of ${many}: ${why}${left}`);
  }
  return false;
}

/**
 * Forgets what was to be told of a host where the front end is no longer, and no key: it would be refused
 * at each start, and keep all else from being told.
 * @returns whether it is such a host.
 */
async function forgetFormer(
  strapi: Core.Strapi,
  claim: Claim,
  { host, rows: [first] }: Together,
): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const articleUrl = articleUrlOf(strapi);
  const present = articleUrl ? hostOfArticles(articleUrl) : null;
  // Without a host that is known to be the present one, this may be it.
  if (!first || present === null || present === host) return false;
  return inTransaction(strapi, async ({ trx }) => {
    await claim.fence(trx);
    if (await ledger.pages.isAtHost(trx, first.url)) return false;
    await ledger.announcements.forgetHost(trx, first.url);
    return true;
  });
}

/** The key was refused: that is for the site's owner, and not tried again by itself. */
async function tellOwner(strapi: Core.Strapi, indexNow: WithKey, status: number): Promise<void> {
  const ledger = ledgerOf(strapi);
  await ledger.indexNow.rememberRefusal(indexNow, status);
  strapi.log.error(
    `article-receiver: IndexNow refused this site's key ("indexNow.key") with ${status}; it is not told of anything until the site starts again`,
  );
  await ledger.alerts.recordOnceADay('indexnow-refused', JSON.stringify({ status }));
}
