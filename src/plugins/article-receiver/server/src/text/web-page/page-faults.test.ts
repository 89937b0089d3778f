import fc from 'fast-check';
import { PAGE_PARTS } from '../../../../shared/articles/pages';
import { pageFaults, type ExpectedPage } from './page-faults';
import { readPage } from './read-page';

const URL = 'https://blog.example.org/en/pour-over';

const expected: ExpectedPage = {
  url: URL,
  title: 'Pour-over: “the” ratio',
  hero: { names: ['pour_over_0a1b2c3d4e'], alternative: 'A kettle' },
  jsonLd: { '@graph': [{ '@type': 'BlogPosting' }, { '@type': 'WebPage' }] },
};

const HEAD = `<link rel="canonical" href="${URL}/">
<script type="application/ld+json">{"@type":["Thing","BlogPosting"]}</script>`;
const TITLE = '<h1>Pour‑over:\n<em>&quot;the&quot;</em> ratio</h1>';
const HERO = '<img srcset="/_next/image?url=%2Fuploads%2Flarge_pour_over_0a1b2c3d4e.jpg&w=640 1x">';

const codesOf = (html: string, changes: Partial<ExpectedPage> = {}, url = URL) =>
  pageFaults(readPage(html), url, { ...expected, ...changes }, PAGE_PARTS).map(({ code }) => code);

describe('the faults of a page', () => {
  it('are none in one that has all, however a front end writes it', () => {
    expect(codesOf(HEAD + TITLE + HERO)).toEqual([]);
    expect(
      codesOf(`${HEAD}${TITLE}<p style="background:url('/pour_over_0a1b2c3d4e.8f.webp')">`),
    ).toEqual([]);
    expect(codesOf(`${HEAD}${TITLE}<img src="/renamed.avif" alt="a kettle.">`)).toEqual([]);
  });

  it('are all that is not there', () => {
    const all = ['pageNoTitle', 'pageNoHero', 'pageNoJsonLd', 'pageNoCanonical'];
    expect(codesOf('')).toEqual(all);
    // Nobody sees what stands there.
    const hidden = `<script>${expected.title}</script><template>${TITLE}${HERO}</template><!--${TITLE}-->`;
    expect(codesOf(hidden)).toEqual(all);
  });

  it('are only in what the article has', () => {
    const nothing = { title: null, hero: null, jsonLd: null };
    expect(codesOf(HEAD, nothing)).toEqual([]);
  });

  it('tell JSON-LD that is broken from none, and from that of something else', () => {
    const withJson = (text: string) =>
      codesOf(
        `<link rel=canonical href=${URL}>${TITLE}${HERO}<script type="application/ld+json">${text}</script>`,
      );
    expect(withJson('{"@type":"BlogPosting",}')).toEqual(['pageBadJsonLd']);
    expect(withJson('{"@type":"Organization"}')).toEqual(['pageNoJsonLd']);
    expect(withJson('[{"@graph":[{"@type":"WebPage"}]}]')).toEqual([]);
  });

  it('are in a canonical address that is another’s, even beside its own', () => {
    const withCanonical = (href: string, url?: string) =>
      pageFaults(readPage(`<link rel="canonical" href="${href}">`), url ?? URL, expected, [
        'canonical',
      ]);
    expect(withCanonical('https://service.example/pour-over')).toEqual([
      expect.objectContaining({
        code: 'pageOtherCanonical',
        values: { url: 'https://service.example/pour-over' },
      }),
    ]);
    expect(withCanonical('/en/pour-over')).toEqual([]);
    expect(withCanonical(`${URL}"><link rel="canonical" href="/de/other`)).toHaveLength(1);
    expect(withCanonical('/en/pour-over/index', `${URL}/index`)).toEqual([]);
  });

  it('are told however many attributes a tag has, of which the first count', () => {
    const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}`).join(' ');
    const early = `<img src="/pour_over_0a1b2c3d4e.jpg" ${attributes}>`;
    expect(codesOf(HEAD + early + TITLE)).toEqual([]);
    const late = `<img ${attributes} src="/pour_over_0a1b2c3d4e.jpg">`;
    expect(codesOf(HEAD + late + TITLE)).toEqual(['pageNoHero']);
  });

  it('are found in whatever a server answers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (html) => {
        expect(codesOf(html).length).toBeGreaterThan(0);
      }),
    );
    expect(codesOf('<div>'.repeat(400_000)).length).toBe(4);
  });
});
