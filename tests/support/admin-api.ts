import type { DeliveryDetail } from '../../src/plugins/article-receiver/shared/deliveries';
import type { Site } from './site';

/** The plugin's admin API with an administrator's session. */
export async function adminApi(site: Site) {
  const authorization = `Bearer ${await site.adminToken()}`;
  const get = async (path: string) => {
    const { status, body } = await site.request
      .get(`/article-receiver${path}`)
      .set('Authorization', authorization);
    return { status, body: body as unknown };
  };
  const post = (path: string, body: object = {}) =>
    site.request.post(`/article-receiver${path}`).set('Authorization', authorization).send(body);
  return {
    get,
    post,
    delivery: async (deliveryId: string | undefined) =>
      (await get(`/deliveries/${deliveryId}`)).body as DeliveryDetail,
    /** Projects a delivery again and waits for what comes of it. */
    redrive: async (deliveryId: string | undefined) => {
      const { body } = await post(`/deliveries/${deliveryId}/redrive`).expect(202);
      await site.settle();
      return (body as { state: string }).state;
    },
  };
}
