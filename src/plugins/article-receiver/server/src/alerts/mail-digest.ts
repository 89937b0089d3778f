import type { Core } from '@strapi/types';
import { ALERTS, type Alert, type AlertMail } from '../../../shared/settings/settings';
import { optionsOf } from '../config/site-options';
import type { AlertRow } from '../ledger/people/alerts';
import { ledgerOf } from '../ledger/ledger';
import { claim } from '../database/claims';
import { addressOfAttention, addressOfLog, addressOfState } from './admin-addresses';
import { within } from '../pace/within';
import { email } from '../strapi/email';
import { administrators } from './administrators';
import { explain } from '../faults/explain';

/** The time between two digests. */
const INTERVAL_MS = 60 * 60_000;

/** How long a digest waits for more of what comes in a burst. */
const COLLECT_MS = 5_000;

/** For how long a mail server is waited for: one that never answers must not keep the next digest from it. */
const ANSWER_MS = 30_000;

/** How many alerts one digest is about at most; the rest is in the next. */
const MAX_ALERTS = 1_000;

/** What a digest says of one kind. */
interface Line {
  kind: Alert;
  /** How many came up since the last digest and still wait for a person. */
  waiting: number;
  url: string;
}

const WORDS: Record<Alert, [one: string, many: string]> = {
  failed: ['delivery failed', 'deliveries failed'],
  parked: ['delivery waits for a decision', 'deliveries wait for a decision'],
  quarantined: ['delivery is in quarantine', 'deliveries are in quarantine'],
  'quarantine-full': [
    'time the quarantine was full: what belongs there was refused',
    'times the quarantine was full: what belongs there was refused',
  ],
  'indexnow-refused': [
    'time IndexNow refused the key of this site: search engines are not told of anything',
    'times IndexNow refused the key of this site: search engines are not told of anything',
  ],
  suggestion: ['suggestion for an edited field', 'suggestions for edited fields'],
};

/**
 * Sends the digest of what came up and still waits for a person: nothing when nothing does, and
 * at most one an hour from all instances together, restarts included. What could not be sent is
 * in the next one.
 * @returns whether one is to be sent soon.
 */
export async function sendDigest(strapi: Core.Strapi): Promise<boolean> {
  const ledger = ledgerOf(strapi);
  const { mail } = optionsOf(strapi).alerts;
  // This is asked every few seconds, and all that follows only once an hour.
  const [oldest] = await ledger.alerts.unmailed(1);
  if (!oldest) return false;
  if (!mail) {
    await forgetAll(strapi);
    return false;
  }
  // Below zero it is by a clock that was wrong: nobody waits for that.
  const age = Date.now() - oldest.createdAt;
  if (age >= 0 && age < COLLECT_MS) return true;
  const held = await claim(strapi, 'digest', { forMs: INTERVAL_MS });
  if (!held) return false;
  const alerts = await ledger.alerts.unmailed(MAX_ALERTS);
  const lines = await linesOf(strapi, alerts, mail);
  // What could not be sent waits for the next hour; where there was nothing to send, nobody waits.
  if (lines.length > 0 && !(await send(strapi, mail, lines))) return false;
  await ledger.alerts.markMailed(alerts.map(({ id }) => id));
  if (lines.length === 0) await held.release();
  return false;
}

/** The mail was turned off meanwhile: what happened until then is nobody's to be told. */
async function forgetAll(strapi: Core.Strapi): Promise<void> {
  const ledger = ledgerOf(strapi);
  const alerts = await ledger.alerts.unmailed(MAX_ALERTS);
  await ledger.alerts.markMailed(alerts.map(({ id }) => id));
}

async function linesOf(
  strapi: Core.Strapi,
  alerts: readonly AlertRow[],
  { states }: AlertMail,
): Promise<Line[]> {
  const rows = await ledgerOf(strapi).deliveries.at(
    alerts.flatMap(({ deliveryPosition }) => deliveryPosition ?? []),
  );
  const byPosition = new Map(rows.map((row) => [row.id, row]));
  const waiting = new Map<Alert, Set<number>>();
  for (const { id, kind, deliveryPosition, suggestionId } of alerts) {
    if (!isAlert(kind)) continue;
    const row = byPosition.get(deliveryPosition ?? NaN);
    const waits =
      kind === 'suggestion'
        ? await isOpen(strapi, suggestionId)
        : // What was refused meanwhile is gone, whatever room there is now.
          isOfTheSite(kind) || (row?.state === kind && row.discardedAt === null);
    const own = waiting.get(kind) ?? new Set();
    if (waits) waiting.set(kind, own.add(suggestionId ?? deliveryPosition ?? id));
  }
  return ALERTS.filter((kind) => states.includes(kind)).flatMap((kind) => {
    const count = waiting.get(kind)?.size ?? 0;
    const url =
      kind === 'suggestion'
        ? addressOfAttention(strapi)
        : kind === 'indexnow-refused'
          ? addressOfLog(strapi)
          : addressOfState(strapi, kind === 'quarantine-full' ? 'quarantined' : kind);
    return count > 0 ? [{ kind, waiting: count, url }] : [];
  });
}

/** What is about no delivery, and waits whatever happened since. */
const isOfTheSite = (kind: Alert): kind is 'quarantine-full' | 'indexnow-refused' =>
  kind === 'quarantine-full' || kind === 'indexnow-refused';

/** News ask nothing of anybody. */
const isAlert = (kind: AlertRow['kind']): kind is Alert => ALERTS.some((alert) => alert === kind);

async function isOpen(strapi: Core.Strapi, id: number | null): Promise<boolean> {
  const [suggestion] = id === null ? [] : await ledgerOf(strapi).suggestions.find({ id });
  return suggestion?.state === 'open';
}

async function send(
  strapi: Core.Strapi,
  { to }: AlertMail,
  lines: readonly Line[],
): Promise<boolean> {
  const ids = to.filter((recipient) => typeof recipient === 'number');
  const addresses = to.filter((recipient) => typeof recipient === 'string');
  const known = ids.length > 0 ? await administrators(strapi, ids) : [];
  const recipients = [...new Set([...known.map(({ email }) => email), ...addresses])];
  if (recipients.length === 0) {
    strapi.log.error(
      'article-receiver: the digest could not be sent: of those who are to get it (alerts.mail.to), nobody can sign in',
    );
  }
  let sent = 0;
  for (const recipient of recipients) {
    try {
      const taken = email(strapi).send({ to: recipient, ...messageOf(lines) });
      if (!(await within(ANSWER_MS, taken))) throw new Error('the mail server did not answer');
      sent += 1;
    } catch (error) {
      strapi.log.error(`article-receiver: the digest could not be sent: ${explain(error)}`);
    }
  }
  // Whoever got it would get it again because of somebody who did not.
  return sent > 0;
}

function messageOf(lines: readonly Line[]): { subject: string; text: string } {
  const total = lines.reduce((sum, { waiting }) => sum + waiting, 0);
  const listed = lines.map(({ kind, waiting, url }) => {
    const [one, many] = WORDS[kind];
    return `${waiting} ${waiting === 1 ? one : many}\n${url}\n`;
  });
  const what = total === 1 ? 'one thing waits' : `${total} things wait`;
  return {
    subject: `Article Receiver: ${what} for you`,
    text: `Since the last message this came up and still waits for a person:\n\n${listed.join('\n')}`,
  };
}
