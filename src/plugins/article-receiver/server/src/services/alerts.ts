import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { DeliverySummary } from '../../../shared/deliveries';
import { ALERTS, type Alert } from '../../../shared/settings';
import { optionsOf } from '../config/site-options';
import { markEmitted, pruneAlerts, unsentAlerts, type AlertRow } from '../event-log/alerts';
import { deliveriesAt } from '../event-log/deliveries';
import { summariesOf } from '../ledger/delivery-summary';
import { withLease } from '../ledger/leases';
import { findSuggestions } from '../ledger/suggestions';
import { addressOfDelivery } from './admin-addresses';

/** How many alerts one look takes; what is left, the next one does. */
const BATCH = 100;

/** Longer than listeners take for a batch; then another instance takes over. */
const LEASE_MS = 60_000;

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
  await withLease(strapi, 'alerts', LEASE_MS, async () => {
    const alerts = await unsentAlerts(strapi, BATCH);
    for (const { kind, payload } of await payloadsOf(strapi, alerts)) {
      await emit(strapi, kind, payload);
    }
    const { mail } = optionsOf(strapi).alerts;
    const isMailed = ({ kind }: AlertRow) => mail?.states.includes(kind) ?? false;
    const idsOf = (rows: AlertRow[]) => rows.map(({ id }) => id);
    await markEmitted(strapi, idsOf(alerts.filter(isMailed)), false);
    await markEmitted(strapi, idsOf(alerts.filter((alert) => !isMailed(alert))), true);
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
  const positions = alerts.map(({ deliveryPosition }) => deliveryPosition);
  const rows = await deliveriesAt(strapi, positions);
  const summaries = await summariesOf(strapi, rows);
  const known = new Map(rows.map(({ id }, index) => [id, summaries[index]]));
  const tellings: Telling[] = [];
  for (const { kind, deliveryPosition, suggestionId } of alerts) {
    const delivery = known.get(deliveryPosition);
    if (!delivery) continue;
    const suggestion = await suggestionOf(strapi, suggestionId);
    const url = addressOfDelivery(strapi, delivery.deliveryId);
    const payload = { delivery: told(delivery), ...(suggestion ? { suggestion } : {}), url };
    tellings.push({ kind, payload });
  }
  return tellings;
}

function told(delivery: DeliverySummary): Partial<DeliverySummary> {
  const { deliveryId, event, articleId, title, slug, sourceStatus } = delivery;
  const { occurredAt, receivedAt, state, reason, documentId } = delivery;
  const facts = { deliveryId, event, articleId, title, slug, sourceStatus };
  return { ...facts, occurredAt, receivedAt, state, reason, documentId };
}

async function suggestionOf(strapi: Core.Strapi, id: number | null): Promise<object | null> {
  const [suggestion] = id === null ? [] : await findSuggestions(strapi, { id });
  return suggestion
    ? { id: suggestion.id, field: suggestion.field, state: suggestion.state }
    : null;
}
