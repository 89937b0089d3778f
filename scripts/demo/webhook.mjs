import { setTimeout as sleep } from 'node:timers/promises';
import { requestJson } from './http.mjs';

const SETTLE_MILLISECONDS = 60_000;

/**
 * @typedef {object} LogEntry one row of the admin's list of deliveries
 * @property {string} deliveryId
 * @property {string} articleId
 * @property {string} state
 * @property {string | null} reason
 */

/**
 * Sends one body as the service would.
 * @param {string} webhook
 * @param {Buffer} body
 */
export async function send(webhook, body) {
  const response = await fetch(webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': 'Demo-Webhooks/1.0' },
    body,
  });
  /** @type {{ data?: { deliveryId?: string, outcome?: string }, error?: { message?: string } }} */
  const answer = JSON.parse((await response.text()) || '{}');
  return {
    status: response.status,
    deliveryId: answer.data?.deliveryId,
    outcome: answer.data?.outcome ?? answer.error?.message ?? 'no outcome',
  };
}

/**
 * The deliveries as the admin lists them, by their identifier.
 * @param {string} url
 * @param {string} jwt
 */
export async function readLog(url, jwt) {
  /** @type {{ results: LogEntry[] }} */
  const { results } = await requestJson(`${url}/article-receiver/deliveries?pageSize=100`, { jwt });
  return new Map(results.map((entry) => [entry.deliveryId, entry]));
}

/**
 * Waits until a delivery has left `pending`.
 * @param {string} url
 * @param {string} jwt
 * @param {string} deliveryId
 */
export async function settled(url, jwt, deliveryId) {
  const deadline = Date.now() + SETTLE_MILLISECONDS;
  for (;;) {
    const entry = (await readLog(url, jwt)).get(deliveryId);
    if (entry && entry.state !== 'pending') return entry;
    if (Date.now() > deadline) throw new Error(`Delivery ${deliveryId} is still pending.`);
    await sleep(100);
  }
}
