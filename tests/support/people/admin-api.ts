import type {
  DeliveryDetail,
  DeliverySummary,
} from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type { SuggestionSummary } from '../../../src/plugins/article-receiver/shared/decisions/suggestions';
import type { Site } from '../site/site';

/** The plugin's admin API, as a signed-in administrator. */
export function adminApi(site: Site) {
  // One session for all calls: Strapi limits how often one may log in.
  let session: Promise<string> | null = null;
  const call = async (method: 'get' | 'post' | 'put', path: string, body?: object) => {
    const request = site.request[method](`/article-receiver${path}`);
    const authorised = request.set(
      'Authorization',
      `Bearer ${await (session ??= site.adminToken())}`,
    );
    return method === 'get' ? authorised : authorised.send(body ?? {});
  };
  return {
    get: (path: string) => call('get', path),
    post: (path: string, body?: object) => call('post', path, body),
    put: (path: string, body?: object) => call('put', path, body),
    /** A delivery as the event log shows it. */
    async delivery(deliveryId: string): Promise<DeliveryDetail> {
      return (await call('get', `/deliveries/${deliveryId}`)).body as DeliveryDetail;
    },
    /** Projects a delivery again and waits for what comes of it. @returns what was answered. */
    async redrive(deliveryId: string): Promise<string> {
      const { body } = await call('post', `/deliveries/${deliveryId}/redrive`);
      await site.settle();
      return (body as { state: string }).state;
    },
    /** All deliveries of an article, newest first. */
    async deliveriesOf(articleId: string): Promise<DeliverySummary[]> {
      const { body } = await call(
        'get',
        `/deliveries?pageSize=100&filters[articleId]=${encodeURIComponent(articleId)}`,
      );
      return (body as { results: DeliverySummary[] }).results;
    },
    /** The suggestions for an entry: those that wait for a person, or those in another state. */
    async suggestionsOf(documentId: string, state = 'open'): Promise<SuggestionSummary[]> {
      const { status, body } = await call(
        'get',
        `/suggestions?documentId=${documentId}&state=${state}`,
      );
      expect(status).toBe(200);
      return (body as { results: SuggestionSummary[] }).results;
    },
  };
}
