import type { DeliverySummary } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

/** The state of each sample when all eight have come in, in order. */
const FINAL_STATES = {
  '01-ready-pour-over.json': 'superseded',
  '02-ready-grinder.json': 'superseded',
  '03-ready-kette.json': 'superseded',
  '04-published-pour-over.json': 'superseded',
  '05-revised-pour-over.json': 'superseded',
  '06-published-kette.json': 'applied',
  '07-archived-pour-over.json': 'applied',
  '08-unknown-status-grinder.json': 'parked',
};

interface PublicArticle {
  documentId: string;
  slug: string;
  content: string;
  heroImage: { url: string };
}

describe('the sample deliveries, sent in order', () => {
  let site: Site;
  let apiToken: string;
  /** File names by the identifier of their delivery. */
  const files = new Map<string, string>();

  const get = (path: string) => site.request.get(path).set('Authorization', `Bearer ${apiToken}`);

  const states = async () => {
    const response = await site.request
      .get('/article-receiver/deliveries?pageSize=100')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .expect(200);
    const { results } = response.body as { results: DeliverySummary[] };
    return results.map(({ deliveryId, state, reason }) => ({
      file: files.get(deliveryId) ?? deliveryId,
      state,
      reason,
    }));
  };

  beforeAll(async () => {
    site = await bootSite();
    apiToken = await site.apiToken();
    for (const { file, bytes } of samples()) {
      const { status, body } = await site.deliver(bytes);
      expect([file, status, body.data?.outcome]).toEqual([file, 202, 'accepted']);
      files.set(body.data?.deliveryId ?? '', file);
      await site.settle();
    }
  });
  afterAll(() => site?.destroy());

  it('end in the states that the contract gives them', async () => {
    const found = (await states()).map(({ file, state }) => [file, state]);
    expect(Object.fromEntries(found)).toEqual(FINAL_STATES);
  });

  it('park the unknown status, and name it', async () => {
    const parked = (await states()).filter(({ state }) => state === 'parked');
    expect(parked).toEqual([
      expect.objectContaining({ reason: expect.stringMatching(/in_translation/) }),
    ]);
  });

  it('publish exactly one article', async () => {
    const { body } = await get('/api/article-receiver/articles').expect(200);
    const { data } = body as { data: PublicArticle[] };
    expect(data.map(({ slug }) => slug)).toEqual(['kette-richtig-oelen']);
  });

  it('leave the others as drafts', async () => {
    const { body } = await get('/api/article-receiver/articles?status=draft&sort=slug').expect(200);
    const { data } = body as { data: PublicArticle[] };
    expect(data.map(({ slug }) => slug)).toEqual([
      'clean-burr-grinder',
      'kette-richtig-oelen',
      'pour-over-ratio',
    ]);
  });

  it('serve the images of the published article', async () => {
    const path = '/api/article-receiver/articles?populate[heroImage]=true';
    const { data } = (await get(path).expect(200)).body as { data: PublicArticle[] };
    await site.request
      .get(data[0]?.heroImage.url ?? '')
      .expect(200)
      .expect('Content-Type', /^image\//);
    expect(data[0]?.content).not.toContain('cdn.example.com');
  });

  it('are duplicates when they come again, whenever that is', async () => {
    for (const { file, bytes } of samples()) {
      const { status, body } = await site.deliver(bytes);
      expect([status, body.data?.outcome]).toEqual([200, 'duplicate']);
      expect(files.get(body.data?.deliveryId ?? '')).toBe(file);
    }
  });
});
