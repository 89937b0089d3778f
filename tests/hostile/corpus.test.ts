import { bootSite, type Site } from '../support/site/site';
import { bodyCases } from './cases/bodies';
import { imageCases } from './cases/images';
import { keyCases } from './cases/keys';
import { slugCases } from './cases/slugs';
import { valueCases } from './cases/values';
import { wordCases } from './cases/words';
import type { HostileCase } from './support/hostile-case';
import { draftsOf, logSize, outcomeOf, unfinished } from './support/outcome';

describe('hostile and broken deliveries', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  afterEach(async () => {
    expect(await unfinished(site.strapi)).toBe(0);
  });

  const play = async ({ body, headers, ...stated }: HostileCase) => {
    const before = await logSize(site.strapi);
    const answer = await site.deliver(await body(), { headers });
    expect([answer.status, answer.body.error]).toEqual([
      stated.status,
      stated.status === 202 ? undefined : expect.objectContaining({ status: stated.status }),
    ]);
    await site.settle();

    if (stated.state === null) {
      expect(await logSize(site.strapi)).toBe(before);
      return;
    }
    const { deliveryId } = answer.body.data ?? answer.body.error?.details ?? {};
    const outcome = await outcomeOf(site.strapi, deliveryId ?? '');
    expect(outcome).toMatchObject({ state: stated.state });
    if (stated.issues) expect(outcome?.issues.sort()).toEqual([...stated.issues].sort());

    const { articleId, article } = stated;
    if (articleId === undefined) return;
    const drafts = await draftsOf(site.strapi, articleId);
    expect(drafts).toHaveLength(article === null ? 0 : 1);
    if (article) expect(drafts[0]).toMatchObject(article);
  };

  describe.each(
    Object.entries({
      bodies: bodyCases,
      'field names': keyCases,
      values: valueCases,
      'slugs and names': slugCases,
      'events and status words': wordCases,
      images: imageCases,
    }),
  )('%s', (_, cases) => {
    it.each(cases)('$name', play);
  });
});
