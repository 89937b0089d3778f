import { issueOf } from '../../../../shared/deliveries/issues';
import { readDelivery } from '../../read-delivery/read';
import { mapArticle } from './map-article';
import type { Relink } from '../addresses/relink';

const article = {
  id: 'art_1',
  title: 'Title',
  content: '![a](https://cdn/x.png) <b>bold</b> [x](javascript:alert(1))',
  createdAt: '2026-09-01T10:00:00+02:00',
  contentPlan: { id: 'plan_1', itemId: 'item_1', plannedForDate: '2026-09-20' },
  files: {
    llmTxt: { content: 'see https://cdn/x.png' },
    jsonLd: { content: '{"image":"https://cdn/x.png"}' },
  },
};

function map(
  changes: object = {},
  html: 'escape' | 'allow' = 'escape',
  relink: Relink | null = null,
) {
  const body = {
    event: 'article.ready',
    orgId: 'org_1',
    timestamp: '2026-09-01T10:00:00Z',
    article: { ...article, ...changes },
    region: 'eu',
  };
  const { reading } = readDelivery(Buffer.from(JSON.stringify(body)));
  if (reading.kind !== 'delivery') throw new Error(JSON.stringify(reading));
  const addresses = new Map([['https://cdn/x.png', '/uploads/x.png']]);
  return mapArticle(reading.delivery, { addresses, html, relink, unknown: reading.unknown });
}

describe('mapArticle', () => {
  it('puts the image addresses of this site into content, llms.txt and JSON-LD', () => {
    const { fields } = map();
    expect(fields.content).toContain('![a](/uploads/x.png)');
    expect(fields.llmsTxt).toBe('see /uploads/x.png');
    expect(fields.jsonLd).toEqual({ image: '/uploads/x.png' });
  });

  it('lets links to other articles lead to the site, and tells which', () => {
    const link = { slug: 'x', url: 'https://blog.example.org/x' };
    const relink: Relink = (head) => (head === '/blog/x' ? link : null);
    const { fields, links } = map({ content: '[a](/blog/x#b) [c](/d)' }, 'escape', relink);
    expect(fields.content).toBe('[a](https://blog.example.org/x#b) [c](/d)');
    expect(links).toEqual([link]);
  });

  it('takes what could run out of the content, and says so', () => {
    const { fields, issues } = map();
    expect(fields.content).not.toMatch(/<b>|\(javascript:/);
    expect(issues.map(({ path }) => path)).toEqual(['article.content', 'article.content']);
    expect(map({}, 'allow').fields.content).toContain('<b>bold</b>');
  });

  it('gives instants in UTC, days as they are, and null for what is missing', () => {
    expect(map().fields).toMatchObject({
      sourceId: 'art_1',
      orgId: 'org_1',
      sourceCreatedAt: '2026-09-01T08:00:00.000Z',
      sourceUpdatedAt: null,
      planId: 'plan_1',
      planItemId: 'item_1',
      plannedForDate: '2026-09-20',
      topicClusterId: null,
      tldr: null,
    });
  });

  it('keeps unknown fields by their path within the article', () => {
    const { fields } = map({ seoTitle: 'S', contentPlan: { season: 'autumn' } });
    expect(fields.extra).toEqual({
      'delivery.region': 'eu',
      seoTitle: 'S',
      'contentPlan.season': 'autumn',
    });
  });

  it('takes an llms.txt with nothing in it for none', () => {
    for (const content of ['', ' \n'])
      expect(map({ files: { llmTxt: { content } } }).fields.llmsTxt).toBeNull();
  });

  it('drops JSON-LD that is none, with an issue', () => {
    const { fields, issues } = map({ content: null, files: { jsonLd: { content: '{' } } });
    expect(fields.jsonLd).toBeNull();
    expect(issues).toEqual([issueOf('article.files.jsonLd.content', 'jsonLdNoJson')]);
    expect(issues[0]?.message).toBe('is not valid JSON');
  });
});
