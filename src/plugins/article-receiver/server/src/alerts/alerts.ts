import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { DeliverySummary } from '../../../shared/deliveries';
import { ALERTS, type Alert } from '../../../shared/settings';
import { optionsOf } from '../config/site-options';
import { markEmitted, pruneAlerts, unsentAlerts, type AlertRow } from '../log/alerts';
import { quarantineRoom } from '../log/quarantine';
import { deliveriesAt } from '../ledger/deliveries';
import { publicAddress } from '../views/public-address';
import { summariesOf } from '../views/delivery-summary';
import { withClaim } from '../database/claims';
import { inTransaction } from '../database/transaction';
import { findSuggestions } from '../ledger/suggestions';
import { addressOfDelivery, addressOfState } from './admin-addresses';

/** How many alerts one look takes; what is left, the next one does. */
const BATCH = 100;

/** Longer than listeners take for a batch; then another instance takes over. */
const TERMS = { forMs: 60_000 };

const KEPT_MS = 7 * 24 * 60 * 60_000;

interface WebhookStore {
  addAllowedEvent(key: string, event: string): void;
}

/** The name of an alert as an event of Strapi's, and of its webhooks. */
const eventOf = (kind: Alert): string => `${PLUGIN_ID}.${kind}`;

/** Lets webhooks of the site be made for our events: Strapi takes no others. */
export function allowAlertEvents(strapi: Core.Strapi): void {
  const store = strapi.get('webhookStore') as unknown as WebhookStore;
  for (const kind of ALERTS) {
    store.addAllowedEvent(`${PLUGIN_ID}.${kind}`.toUpperCase().replace(/\W/g, '_'), eventOf(kind));
  }
}

/**
 * Sends what has been written down as events of Strapi's, from one instance at a time. Webhooks
 * get them from there. What an instance could not send for a minute, another one sends.
 */
export async function emitAlerts(strapi: Core.Strapi): Promise<void> {
  const [first] = await unsentAlerts(strapi, 1);
  if (!first) return;
  await withClaim(strapi, 'alerts', TERMS, async (held) => {
    const alerts = await unsentAlerts(strapi, BATCH);
    for (const { kind, payload } of await payloadsOf(strapi, alerts)) {
      await emit(strapi, kind, payload);
    }
    const { mail } = optionsOf(strapi).alerts;
    const isMailed = ({ kind }: AlertRow) => mail?.states.includes(kind) ?? false;
    const idsOf = (rows: AlertRow[]) => rows.map(({ id }) => id);
    await inTransaction(strapi, async ({ trx }) => {
      await held.fence(trx);
      await markEmitted(strapi, idsOf(alerts.filter(isMailed)), { isMailed: false, trx });
      const others = alerts.filter((alert) => !isMailed(alert));
      await markEmitted(strapi, idsOf(others), { isMailed: true, trx });
    });
    await pruneAlerts(strapi, Date.now() - KEPT_MS);
  });
}

async function emit(strapi: Core.Strapi, kind: Alert, payload: object): Promise<void> {
  try {
    await strapi.eventHub.emit(eventOf(kind), payload);
  } catch (error) {
    // A listener of the site's own; it is not ours to mend.
    strapi.log.error(`article-receiver: a listener of ${eventOf(kind)} failed: ${String(error)}`);
  }
}

interface Telling {
  kind: Alert;
  payload: object;
}

/** What is told of alerts: never the body, never a token. Nothing where the delivery is gone. */
async function payloadsOf(strapi: Core.Strapi, alerts: readonly AlertRow[]): Promise<Telling[]> {
  const positions = alerts.flatMap(({ deliveryPosition }) => deliveryPosition ?? []);
  const rows = await deliveriesAt(strapi, positions);
  const summaries = await summariesOf(strapi, rows);
  const known = new Map(rows.map(({ id }, index) => [id, summaries[index]]));
  const tellings: Telling[] = [];
  for (const { kind, deliveryPosition, suggestionId } of alerts) {
    if (kind === 'quarantine-full') {
      const url = addressOfState(strapi, 'quarantined');
      tellings.push({ kind, payload: { quarantine: await quarantineRoom(strapi), url } });
      continue;
    }
    const delivery = known.get(deliveryPosition ?? NaN);
    if (!delivery) continue;
    const suggestion = await suggestionOf(strapi, suggestionId);
    const url = addressOfDelivery(strapi, delivery.deliveryId);
    const payload = {
      delivery: told(delivery),
      ...(suggestion ? { suggestion } : {}),
      url,
      articleUrl: await publicAddress(strapi, delivery),
    };
    tellings.push({ kind, payload });
  }
  return tellings;
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
  const [suggestion] = id === null ? [] : await findSuggestions(strapi, { id });
  return suggestion
    ? { id: suggestion.id, field: suggestion.field, state: suggestion.state }
    : null;
}
