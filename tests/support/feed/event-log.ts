import type {
  DeliveryDetail,
  DeliverySummary,
} from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { Site } from '../site/site';

/** An authenticated GET of the plugin's admin API; answers the parsed body. */
async function adminGet<T>(site: Site, path: string): Promise<T> {
  const response = await site.request
    .get(`/article-receiver${path}`)
    .set('Authorization', `Bearer ${await site.adminToken()}`)
    .expect(200);
  return response.body as T;
}

/** Delivers, and waits for what becomes of it. @returns the delivery's id */
export async function arrive(site: Site, delivery: object | string): Promise<string> {
  const { body } = await site.deliver(delivery);
  await site.settle();
  return body.data?.deliveryId ?? '';
}

/** Delivers one after another, each once the one before is projected. @returns the last one's id */
export async function arriveInTurn(site: Site, ...deliveries: readonly object[]): Promise<string> {
  let deliveryId = '';
  for (const delivery of deliveries) {
    const { status, body } = await site.deliver(delivery);
    expect(status).toBe(202);
    deliveryId = body.data?.deliveryId ?? '';
    await site.settle();
  }
  return deliveryId;
}

/** Has several deliveries in the log before the first of them is projected, and waits for what becomes of them. */
export async function arriveTogether(site: Site, deliveries: readonly object[]): Promise<void> {
  const runner = site.strapi
    .plugin('article-receiver')
    .service<{ start(): void; stop(): Promise<void> }>('runner');
  await runner.stop();
  for (const delivery of deliveries) expect((await site.deliver(delivery)).status).toBe(202);
  runner.start();
  await site.settle();
}

/** A delivery as the admin shows it. */
export const deliveryDetail = (site: Site, deliveryId: string): Promise<DeliveryDetail> =>
  adminGet(site, `/deliveries/${deliveryId}`);

/** The newest hundred deliveries, newest first. */
export async function deliveryList(site: Site, filters = ''): Promise<DeliverySummary[]> {
  const path = `/deliveries?pageSize=100${filters && `&${filters}`}`;
  return (await adminGet<{ results: DeliverySummary[] }>(site, path)).results;
}

/** A body as the event log gives it back. */
export async function deliveredBody(site: Site, deliveryId: string): Promise<Buffer> {
  const response = await fetch(`${site.url}/article-receiver/deliveries/${deliveryId}/body`, {
    headers: { authorization: `Bearer ${await site.adminToken()}` },
  });
  if (!response.ok) throw new Error(`No body: ${response.status} ${await response.text()}`);
  return Buffer.from(await response.arrayBuffer());
}

/** How many deliveries the log holds. */
export const logSize = (site: Site): Promise<number> =>
  site.strapi.db.query('plugin::article-receiver.log').count();

/** Asks for a delivery to be projected again, and waits until it is. */
export async function redrive(site: Site, deliveryId: string): Promise<void> {
  await site.request
    .post(`/article-receiver/deliveries/${deliveryId}/redrive`)
    .set('Authorization', `Bearer ${await site.adminToken()}`)
    .expect(202);
  await site.settle();
}
