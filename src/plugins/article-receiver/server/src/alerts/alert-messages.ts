import type { Core } from '@strapi/types';
import type { DeliverySummary } from '../../../shared/deliveries/deliveries';
import type { Alert, News } from '../../../shared/settings/settings';
import type { AlertRow } from '../ledger/people/alerts';
import { ledgerOf } from '../ledger/ledger';
import { eventLogOf } from '../event-log/event-log';
import { beginningOf } from '../read-delivery/beginning';
import { summariesOf } from '../views/deliveries/delivery-summary';
import { publicAddress } from '../views/site-pages/public-address';
import {
  addressOfDelivery,
  addressOfEntry,
  addressOfLog,
  addressOfPreview,
  addressOfState,
} from './admin-addresses';
import type { TextFacts } from './event-text';

/** One thing to be told. */
export interface AlertMessage {
  kind: Alert | News;
  /** Never the body, never a token. */
  payload: object;
  text: TextFacts;
}

/** Of which the reason says why it is told. */
const WITH_REASON: ReadonlySet<string> = new Set(['failed', 'parked', 'quarantined', 'held']);

/** What is told of alerts, in their order. Nothing where the delivery is gone. */
export async function alertMessagesOf(
  strapi: Core.Strapi,
  alerts: readonly AlertRow[],
): Promise<AlertMessage[]> {
  const positions = alerts.flatMap(({ deliveryPosition }) => deliveryPosition ?? []);
  const rows = await ledgerOf(strapi).deliveries.at([...new Set(positions)]);
  const summaries = await summariesOf(strapi, rows);
  const known = new Map(rows.map(({ id }, index) => [id, summaries[index]]));
  const messages: AlertMessage[] = [];
  for (const alert of alerts) {
    const delivery = known.get(alert.deliveryPosition ?? NaN);
    if (delivery) messages.push(await messageOf(strapi, alert, delivery));
    else if (alert.kind === 'quarantine-full') messages.push(await fullQuarantine(strapi));
    else if (alert.kind === 'indexnow-refused') messages.push(refusedKey(strapi, alert));
  }
  return messages;
}

async function fullQuarantine(strapi: Core.Strapi): Promise<AlertMessage> {
  const quarantine = await ledgerOf(strapi).quarantine.room();
  const url = addressOfState(strapi, 'quarantined');
  const title = `${megabytes(quarantine.bytes)} of ${megabytes(quarantine.maxBytes)} MB`;
  const text = { title, verdict: null, reason: null, addresses: [url] };
  return { kind: 'quarantine-full', payload: { quarantine, url }, text };
}

/** Never the key itself. */
function refusedKey(strapi: Core.Strapi, { details }: AlertRow): AlertMessage {
  const indexNow = JSON.parse(details ?? '{}') as { status?: number };
  const url = addressOfLog(strapi);
  const title = `it answered ${indexNow.status}`;
  const text = { title, verdict: null, reason: null, addresses: [] };
  return { kind: 'indexnow-refused', payload: { indexNow, url }, text };
}

const megabytes = (bytes: number): number => Math.round(bytes / 1_000_000);

async function messageOf(
  strapi: Core.Strapi,
  { kind, suggestionId, details, ...alert }: AlertRow,
  delivery: DeliverySummary,
): Promise<AlertMessage> {
  const suggestion = await suggestionOf(strapi, suggestionId);
  const review =
    kind === 'quarantined' ? NO_REVIEW : await reviewOf(strapi, alert.deliveryPosition);
  const url = addressOfDelivery(strapi, delivery.deliveryId);
  const entryUrl = addressOfEntry(strapi, delivery);
  const articleUrl = await publicAddress(strapi, delivery);
  const reason = WITH_REASON.has(kind) ? delivery.reason : null;
  const addresses = [articleUrl, entryUrl ?? url].filter((address) => address !== null);
  return {
    kind,
    payload: {
      delivery: told(delivery),
      review,
      ...(suggestion ? { suggestion } : {}),
      ...(details === null ? {} : { moved: JSON.parse(details) as object }),
      url,
      entryUrl,
      previewUrl: addressOfPreview(strapi, delivery),
      articleUrl,
    },
    text: { title: delivery.title, verdict: wordsOf(review), reason, addresses },
  };
}

/** What the service's review says of the article; of a long verdict the beginning. */
interface Review {
  verdict: string | null;
  score: number | null;
}

const NO_REVIEW: Review = { verdict: null, score: null };

/** From the log: a type of the site's own need not keep it. What cannot be read says nothing. */
async function reviewOf(strapi: Core.Strapi, position: number | null): Promise<Review> {
  const stored =
    position === null
      ? null
      : await eventLogOf(strapi)
          .look(position)
          .catch(() => null);
  const { reviewVerdict: verdict = null, reviewScore: score = null } =
    stored?.delivery.article ?? {};
  return { verdict: verdict && beginningOf(verdict), score };
}

function wordsOf({ verdict, score }: Review): string | null {
  if (verdict === null) return score === null ? null : String(score);
  return score === null ? verdict : `${verdict} (${score})`;
}

function told(delivery: DeliverySummary): Partial<DeliverySummary> {
  const { deliveryId, event, articleId, title, slug, sourceStatus } = delivery;
  const { occurredAt, receivedAt, state, documentId } = delivery;
  const { reason, reasonCode, reasonValues } = delivery;
  const facts = { deliveryId, event, articleId, title, slug, sourceStatus };
  const why = { reason, reasonCode, reasonValues };
  return { ...facts, occurredAt, receivedAt, state, ...why, documentId };
}

async function suggestionOf(strapi: Core.Strapi, id: number | null): Promise<object | null> {
  const [suggestion] = id === null ? [] : await ledgerOf(strapi).suggestions.find({ id });
  return suggestion
    ? { id: suggestion.id, field: suggestion.field, state: suggestion.state }
    : null;
}
