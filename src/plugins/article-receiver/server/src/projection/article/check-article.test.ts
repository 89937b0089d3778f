import type { WireArticle } from '../../read-delivery/wire';
import { checkCampaign, checkHero, checkTags, readSlug } from './check-article';

const article = (fields: object) =>
  ({ id: 'art_1', title: 'A title', slug: null, ...fields }) as WireArticle;
const codes = (issues: { code?: string }[]) => issues.map(({ code }) => code);

it('a slug is made, and that is said, where none of that form was delivered', () => {
  expect(readSlug(article({ slug: 'a-slug' }))).toEqual({ slug: 'a-slug', issues: [] });
  expect(readSlug(article({}))).toEqual({ slug: 'a-title', issues: [] });
  const { slug, issues } = readSlug(article({ slug: 'No Slug!' }));
  expect([slug, codes(issues)]).toEqual(['no-slug', ['slugMade']]);
});

it('a hero has to be among the images that can be used', () => {
  const images = [{ kind: 'hero', url: 'https://x.io/a.png' }];
  expect(checkHero(article({ heroImageUrl: 'https://x.io/a.png' }), images)).toEqual([]);
  expect(checkHero(article({ heroImageUrl: null }), [])).toEqual([]);
  const other = checkHero(article({ heroImageUrl: 'https://x.io/b.png' }), images);
  expect(codes(other)).toEqual(['heroMissing']);
});

it('a campaign has one id', () => {
  const campaign = { id: 'one' };
  expect(checkCampaign(article({ campaign, campaignId: 'one' }))).toEqual([]);
  expect(checkCampaign(article({ campaign, campaignId: null }))).toEqual([]);
  expect(checkCampaign(article({ campaign: null, campaignId: 'one' }))).toEqual([]);
  expect(codes(checkCampaign(article({ campaign, campaignId: 'two' })))).toEqual([
    'campaignDiffers',
  ]);
});

it('there are as many tags as an article takes', () => {
  const tags = Array.from({ length: 251 }, (_, n) => `Tag ${n}`);
  expect(checkTags(article({ tags: null }))).toEqual([]);
  expect(checkTags(article({ tags: [...tags.slice(1), ' tag 1 '] }))).toEqual([]);
  expect(codes(checkTags(article({ tags })))).toEqual(['tooManyTags']);
});

it('a tag is no longer than a name can be, and what is longer is not compared', () => {
  const long = 't'.repeat(1_001);
  const normalize = jest.spyOn(String.prototype, 'normalize');
  const issues = checkTags(article({ tags: [long, 'Tea', `${long}2`] }));
  const compared = normalize.mock.contexts.map(String);
  normalize.mockRestore();
  expect(codes(issues)).toEqual(['tagsTooLong']);
  expect(new Set(compared)).toEqual(new Set(['Tea', 'tea']));
  expect(checkTags(article({ tags: [long.slice(1)] }))).toEqual([]);
});
