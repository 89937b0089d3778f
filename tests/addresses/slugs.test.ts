import type { SuggestionSummary } from '../../src/plugins/article-receiver/shared/decisions/suggestions';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn, arriveTogether, deliveryDetail } from '../support/feed/event-log';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const STATUS = 'article.status_changed';

interface Shown {
  documentId: string;
  slug: string;
  previous: string[];
}

/** Where articles go: how an entry of the feed's article is found, and what its fields are called. */
const TARGETS = [
  {
    name: 'the plugin’s own Article',
    options: {},
    uid: 'plugin::article-receiver.article',
    id: 'sourceId',
    previous: 'previousSlugs',
  },
  {
    name: 'a localized type of the site’s own',
    options: { types: OWN_TYPES, pluginConfig: { target: POST_TARGET } },
    uid: POST,
    id: 'feedId',
    previous: 'formerSlugs',
  },
];

describe.each(TARGETS)('a slug that two articles ask for, in $name', (target) => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  let runs = 0;
  let slug: string;

  beforeAll(async () => {
    site = await bootSite(target.options);
    admin = adminApi(site);
  });
  afterAll(() => site?.destroy());
  beforeEach(() => {
    slug = `slug-${String.fromCharCode(97 + (runs += 1))}`;
  });

  const documents = () => site.strapi.documents(target.uid as never);

  async function shown(
    { article }: WireDelivery,
    status: 'draft' | 'published' = 'draft',
  ): Promise<Shown | null> {
    const filters = { [target.id]: article.id };
    const entry = (await documents().findFirst({ filters, status } as never)) as
      (Record<string, unknown> & Shown) | null;
    return (
      entry && {
        documentId: entry.documentId,
        slug: entry.slug,
        previous: entry[target.previous] as string[],
      }
    );
  }

  const slugsOf = async (...deliveries: WireDelivery[]) => {
    const found = await Promise.all(deliveries.map((delivery) => shown(delivery)));
    return found.map((entry) => entry?.slug ?? null);
  };

  const send = (...deliveries: WireDelivery[]) => arriveInTurn(site, ...deliveries);

  const asking = (wanted = slug) => makeDelivery({ article: { slug: wanted } });
  const renamed = (before: WireDelivery, wanted: string) =>
    nextDelivery(before, { article: { slug: wanted } });
  const published = (before: WireDelivery, wanted = before.article.slug) =>
    nextDelivery(before, { event: STATUS, article: { status: 'published', slug: wanted } });

  async function offers(documentId = ''): Promise<SuggestionSummary[]> {
    return (await admin.suggestionsOf(documentId)).filter(({ field }) => field === 'slug');
  }

  const issuesOf = async (deliveryId: string) =>
    (await deliveryDetail(site, deliveryId)).issues.filter(({ path }) => path === 'article.slug');

  const rebuild = async () => {
    expect((await admin.post('/rebuild', {})).status).toBe(202);
    await site.settle();
  };

  it('belongs to the one of whom the service spoke first, whichever arrived first', async () => {
    const [first, second, third] = [asking(), asking(), asking()];
    await send(third, first, second);
    expect(await slugsOf(first, second, third)).toEqual([slug, `${slug}-2`, `${slug}-3`]);
  });

  it('goes to an article that turns out to be the earlier one', async () => {
    const older = asking();
    const [first, revised] = [asking(), nextDelivery(older)];
    const late = { ...revised, timestamp: nextDelivery(nextDelivery(first)).timestamp };
    await send(first, late);
    expect(await slugsOf(first, older)).toEqual([slug, `${slug}-2`]);
    await send(older);
    expect(await slugsOf(first, older)).toEqual([`${slug}-2`, slug]);
  });

  it('is an issue of the delivery of the other, which names both', async () => {
    const [first, second] = [asking(), asking()];
    await send(first);
    const deliveryId = await send(second);
    const [issue] = await issuesOf(deliveryId);
    expect(issue?.message).toContain(`"${slug}"`);
    expect(issue?.message).toContain(`"${slug}-2"`);
  });

  it('goes to the other when the first is renamed, and is no issue any more', async () => {
    const [first, second] = [asking(), asking()];
    await send(first);
    const deliveryId = await send(second);
    await send(renamed(first, `${slug}-new`));
    expect(await slugsOf(first, second)).toEqual([`${slug}-new`, slug]);
    expect(await issuesOf(deliveryId)).toEqual([]);
  });

  it('goes to the other when an editor deletes or renames the first', async () => {
    const [first, second, third] = [asking(), asking(), asking()];
    await send(first, second, third);
    await documents().delete({ documentId: (await shown(first))?.documentId } as never);
    await site.settle();
    expect(await slugsOf(second, third)).toEqual([slug, `${slug}-2`]);
    const documentId = (await shown(second))?.documentId;
    await documents().update({ documentId, data: { slug: `${slug}-edited` } } as never);
    await site.settle();
    expect(await slugsOf(second, third)).toEqual([`${slug}-edited`, slug]);
  });

  it('is changed for another with it, in either order of arrival', async () => {
    for (const turn of [0, 1]) {
      const other = `${slug}-other${turn}`;
      const own = `${slug}-own${turn}`;
      const [one, two] = [asking(own), asking(other)];
      const swaps = [renamed(one, other), renamed(two, own)];
      await send(one, two, ...(turn === 0 ? swaps : [...swaps].reverse()));
      expect(await slugsOf(one, two)).toEqual([other, own]);
      await send(...swaps.map((swap) => published(swap)));
      expect([(await shown(one))?.previous, (await shown(two))?.previous]).toEqual([[], []]);
    }
  });

  it('is no former slug of an article while readers know another by it', async () => {
    const one = published(asking());
    const two = asking(`${slug}-other`);
    const former = async () => [
      (await shown(one))?.previous,
      (await shown(one, 'published'))?.previous,
    ];
    await send(one, two, published(one, `${slug}-new`));
    expect(await former()).toEqual([[slug], [slug]]);
    // Nobody has seen that draft: whoever asks for the address is led to the article that had it.
    const taken = renamed(two, slug);
    await send(taken);
    expect(await former()).toEqual([[slug], [slug]]);
    const live = published(taken);
    await send(live);
    expect(await former()).toEqual([[], []]);
    await rebuild();
    expect(await former()).toEqual([[], []]);
    // It is the address by which readers knew the other, also once that is gone.
    const archived = nextDelivery(live, { event: STATUS, article: { status: 'archived' } });
    await send(archived);
    expect(await former()).toEqual([[], []]);
    await send(renamed(archived, `${slug}-last`));
    expect(await former()).toEqual([[slug], [slug]]);
  });

  it('is none either once an editor has published another with it', async () => {
    const one = published(asking());
    const two = asking(`${slug}-other`);
    await send(one, two, published(one, `${slug}-new`), renamed(two, slug));
    const { documentId = '' } = (await shown(two)) ?? {};
    await documents().publish({ documentId } as never);
    await site.settle();
    expect((await shown(one, 'published'))?.previous).toEqual([]);
    await documents().unpublish({ documentId } as never);
    await site.settle();
    expect((await shown(one, 'published'))?.previous).toEqual([]);
    await documents().delete({ documentId } as never);
    await site.settle();
    expect((await shown(one, 'published'))?.previous).toEqual([slug]);
  });

  it('is none either where another is first published with it while its draft has a newer one', async () => {
    const one = published(asking());
    const two = asking(`${slug}-other`);
    const taken = renamed(two, slug);
    await send(one, two, published(one, `${slug}-new`), taken);
    expect((await shown(one, 'published'))?.previous).toEqual([slug]);
    const live = published(taken);
    const newer = nextDelivery(live, {
      event: 'article.ready',
      article: { slug: `${slug}-newer`, status: 'draft' },
    });
    await arriveTogether(site, [live, newer]);
    expect([await shown(two), await shown(two, 'published')]).toMatchObject([
      { slug: `${slug}-newer` },
      { slug },
    ]);
    expect((await shown(one, 'published'))?.previous).toEqual([]);
  });

  it('is none in what readers know of an article either', async () => {
    const one = published(asking());
    const two = published(asking(`${slug}-other`));
    await send(one, two, published(one, `${slug}-new`));
    expect((await shown(one, 'published'))?.previous).toEqual([slug]);
    const taken = published(two, slug);
    await send(taken);
    expect((await shown(one, 'published'))?.previous).toEqual([]);
    await send(published(taken, `${slug}-last`));
    expect((await shown(one, 'published'))?.previous).toEqual([slug]);
  });

  it('is none in its numbered form that nobody saw, of an article that readers know by another', async () => {
    const [one, other] = [asking(`${slug}-known`), asking()];
    const [online, taken] = [published(one), published(other)];
    const drafted = (before: WireDelivery, wanted: string) =>
      nextDelivery(before, { event: 'article.ready', article: { status: 'draft', slug: wanted } });
    const numbered = drafted(online, slug);
    await send(one, other, online, taken, numbered);
    expect((await shown(one))?.slug).toBe(`${slug}-2`);
    expect((await shown(one, 'published'))?.slug).toBe(`${slug}-known`);
    await send(drafted(numbered, `${slug}-next`));
    expect((await shown(one))?.previous).toEqual([`${slug}-known`]);
  });

  it('stays with an article that a person had published, and took offline again', async () => {
    const [first, second] = [asking(`${slug}-first`), asking()];
    await send(first, second);
    const { documentId = '' } = (await shown(second)) ?? {};
    await documents().publish({ documentId } as never);
    await site.settle();
    await send(renamed(first, slug));
    await documents().unpublish({ documentId } as never);
    await site.settle();
    expect(await slugsOf(first, second)).toEqual([`${slug}-2`, slug]);
    await documents().publish({ documentId } as never);
    await site.settle();
    expect((await shown(second, 'published'))?.slug).toBe(slug);
  });

  it('is not taken up by an article that readers knew by another and an editor took offline', async () => {
    const [first, second] = [asking(), asking()];
    const top = published(first);
    const live = published(second);
    await send(top, live);
    const { documentId = '' } = (await shown(second)) ?? {};
    await documents().unpublish({ documentId } as never);
    await site.settle();
    await send(published(top, `${slug}-new`), nextDelivery(live, { event: 'article.ready' }));
    expect(await slugsOf(second)).toEqual([`${slug}-2`]);
  });

  it('belongs to a published article before any that is not, without asking who was first', async () => {
    const [first, second] = [asking(), asking()];
    await send(first, second, published(second));
    expect(await slugsOf(first, second)).toEqual([`${slug}-2`, slug]);
    expect((await shown(second, 'published'))?.slug).toBe(slug);
  });

  it('does not change for a published article because of another; it is offered', async () => {
    const [first, second] = [asking(), asking()];
    const live = published(second);
    const top = published(first);
    await send(top, live);
    expect(await slugsOf(first, second)).toEqual([slug, `${slug}-2`]);
    await send(published(top, `${slug}-new`));
    expect(await slugsOf(first, second)).toEqual([`${slug}-new`, `${slug}-2`]);
    const documentId = (await shown(second))?.documentId;
    const [offer, ...more] = await offers(documentId);
    expect([offer?.value, more]).toEqual([slug, []]);

    await rebuild();
    expect(await offers(documentId)).toEqual([offer]);
    expect((await admin.post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    await site.settle();
    expect(await shown(second)).toMatchObject({ slug, previous: [`${slug}-2`] });
    // Readers get it with the next publication.
    expect((await shown(second, 'published'))?.slug).toBe(`${slug}-2`);
    expect(await offers(documentId)).toEqual([]);
  });

  it('does not change for a published article where an editor gives it to another', async () => {
    const first = asking();
    const live = published(first);
    await send(first, live);
    const own = { title: 'By hand', slug };
    await documents().create({ data: own } as never);
    await site.settle();
    const newer = nextDelivery(live, { event: 'article.ready', article: { status: 'draft' } });
    await send(newer);
    expect(await slugsOf(first)).toEqual([slug]);
    await send(published(newer));
    await rebuild();
    expect(await shown(first)).toMatchObject({ slug, previous: [] });
    expect(await shown(first, 'published')).toMatchObject({ slug, previous: [] });
  });

  it('does not change either where what is published then is older than the draft', async () => {
    const first = asking();
    const live = published(first);
    await send(first, live);
    await documents().create({ data: { title: 'By hand', slug } } as never);
    const again = published(live);
    const newer = nextDelivery(again, {
      event: 'article.ready',
      article: { slug: `${slug}-new`, status: 'draft' },
    });
    await arriveTogether(site, [again, newer]);
    expect(await slugsOf(first)).toEqual([`${slug}-new`]);
    expect((await shown(first, 'published'))?.slug).toBe(slug);
  });

  it('is not offered again to who declined it', async () => {
    const [first, second] = [asking(), asking()];
    const live = published(second);
    const top = published(first);
    await send(top, live, published(top, `${slug}-new`));
    const documentId = (await shown(second))?.documentId;
    const [offer] = await offers(documentId);
    await admin.post(`/suggestions/${offer?.id}/reject`);
    await send(published(live));
    expect(await offers(documentId)).toEqual([]);
    expect((await shown(second))?.slug).toBe(`${slug}-2`);
  });

  it('is not given by a suggestion while another article has it, which is named', async () => {
    const first = asking();
    await send(first);
    const { documentId = '' } = (await shown(first)) ?? {};
    await documents().update({ documentId, data: { slug: `${slug}-edited` } } as never);
    await send(renamed(first, `${slug}-wanted`));
    const [offer] = await offers(documentId);
    expect(offer?.value).toBe(`${slug}-wanted`);
    const own = { title: 'In the way', slug: `${slug}-wanted` };
    await documents().create({ data: own } as never);
    const { status, body } = await admin.post(`/suggestions/${offer?.id}/accept`);
    expect(status).toBe(409);
    expect((body as { error: { message: string } }).error.message).toContain('In the way');
    expect(await slugsOf(first)).toEqual([`${slug}-edited`]);
    expect(await offers(documentId)).toHaveLength(1);
  });

  it('is left as it is by a rebuild, and so are former ones', async () => {
    const [first, second] = [asking(), asking()];
    const live = published(first);
    await send(first, second, live, published(live, `${slug}-new`), renamed(second, `${slug}-old`));
    const before = [await shown(first), await shown(first, 'published'), await shown(second)];
    await rebuild();
    expect([await shown(first), await shown(first, 'published'), await shown(second)]).toEqual(
      before,
    );
  });
});
