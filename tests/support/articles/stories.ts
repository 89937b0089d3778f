import { ownPosts } from './own-posts';
import { makeDelivery, type WireDelivery } from '../feed/deliveries';
import {
  hasDrafts,
  hasLocales,
  KINDS,
  STORY_POPULATE,
  storyUid,
  topicUid,
  type Kind,
} from './relation-types';
import type { Site } from '../site/site';
import { documentsOf } from '../databases/transaction-ways';

interface Topic {
  documentId: string;
  name: string;
  locale: string | null;
  publishedAt: string | null;
}

interface Lead {
  id: number;
  __component?: string;
  text: string;
  one: Topic | null;
}

type Story = { documentId: string } & Record<string, unknown>;
type Version = 'draft' | 'published';
type Article = Pick<WireDelivery['article'], 'author' | 'tags' | 'keyTakeaways'>;

let count = 0;

/** What tests do with articles that became entries of the type of a kind, and with the topics to which they lead. */
export function storiesOf(site: Site, from: Kind) {
  const documents = (uid: string) => documentsOf(site, uid);
  const inLocale = (kind: Kind, locale: string) => (hasLocales(kind) ? { locale } : {});
  const publicly = (kind: Kind) => (hasDrafts(kind) ? { status: 'published' } : {});

  /** A published article, with names that no other has. */
  const published = (): WireDelivery => {
    count += 1;
    const named = (...words: string[]) => words.map((word) => `${word} ${count}`);
    const article = {
      author: `Author ${count}`,
      tags: named('Tag', 'Another'),
      keyTakeaways: named('Yes', 'No'),
      status: 'published',
    };
    return makeDelivery({ event: 'article.status_changed', article });
  };

  /** Makes a public topic of each kind, in several locales where it has some. @returns their ids. */
  async function make(name: string, locales = ['en']): Promise<Record<Kind, string>> {
    const ids = KINDS.map(async (kind): Promise<[Kind, string]> => {
      const { documentId } = await documents(topicUid(kind)).create({
        data: { name },
        ...publicly(kind),
      });
      for (const locale of hasLocales(kind) ? locales.slice(1) : []) {
        const there = { documentId, locale };
        await documents(topicUid(kind)).update({ ...there, data: { name }, ...publicly(kind) });
      }
      return [kind, documentId];
    });
    return Object.fromEntries(await Promise.all(ids)) as Record<Kind, string>;
  }

  /** What the Content API shows. */
  async function storyOf({ article }: WireDelivery, status: Version, locale = 'en') {
    const filters = { feedId: article.id };
    const { body } = await site.request
      .get(`/api/story-${from}-list`)
      .query({ filters, status, ...inLocale(from, locale), populate: STORY_POPULATE })
      .set('Authorization', `Bearer ${await site.apiToken()}`)
      .expect(200);
    const [story] = (body as { data: Story[] }).data;
    if (!story) throw new Error(`there is nothing ${status} in ${locale}`);
    return story;
  }

  const shownTopic = (topic: Topic | null) =>
    topic && [topic.name, topic.locale ?? '-', topic.publishedAt ? 'public' : 'draft'].join(' ');
  const shownLead = ({ text, one }: Lead) => [text, shownTopic(one)];

  /** Expects that both versions of an article lead to the topics of these names, in its locale and their version. */
  async function expectLed(delivery: WireDelivery, led: Partial<Article> = {}, locale = 'en') {
    const { author, tags, keyTakeaways } = { ...delivery.article, ...led };
    for (const version of ['draft', 'published'] as const) {
      const story = await storyOf(delivery, version, locale);
      for (const to of KINDS) {
        const place = hasLocales(to) ? (hasLocales(from) ? locale : 'en') : '-';
        const state = hasDrafts(to) && version === 'draft' ? 'draft' : 'public';
        const topic = (name: string) => [name, place, state].join(' ');
        const items = keyTakeaways.map((name) => [name, topic(name)]);
        const zone = (story.zone as Lead[]).filter((lead) => lead.__component === `lead.${to}`);
        expect({
          version,
          to,
          one: shownTopic(story[`one_${to}`] as Topic | null),
          many: (story[`many_${to}`] as Topic[]).map(shownTopic),
          part: shownLead(story[`part_${to}`] as Lead),
          items: (story[`items_${to}`] as Lead[]).map(shownLead),
          zone: zone.map(shownLead),
        }).toEqual({
          version,
          to,
          one: topic(author),
          many: tags.map(topic),
          part: [delivery.article.title, topic(author)],
          items,
          zone: items,
        });
      }
    }
  }

  /** What an editor chooses in the places of one topic, and another order of the tags; it is public. */
  async function choose(delivery: WireDelivery, topics: Record<Kind, string>): Promise<string> {
    const story = await storyOf(delivery, 'draft');
    const { documentId } = story;
    const places = KINDS.map((to) => ({
      [`one_${to}`]: topics[to],
      [`part_${to}`]: { id: (story[`part_${to}`] as Lead).id, one: topics[to] },
      [`many_${to}`]: (story[`many_${to}`] as Topic[]).map((tag) => tag.documentId).reverse(),
    }));
    const data = Object.assign({}, ...places) as object;
    const one = { documentId, ...inLocale(from, 'en') };
    await documents(storyUid(from)).update({ ...one, data });
    if (hasDrafts(from)) await documents(storyUid(from)).publish(one);
    return documentId;
  }

  /** Expects that something changes no row at all. */
  async function expectUntouched(work: () => Promise<unknown>): Promise<void> {
    const rows = async () =>
      Promise.all(
        [storyUid(from), ...KINDS.map(topicUid)].map((uid) =>
          site.strapi.db.query(uid).findMany({ select: ['id', 'updatedAt'], orderBy: 'id' }),
        ),
      );
    const before = await rows();
    await work();
    expect(await rows()).toEqual(before);
  }

  return {
    ...ownPosts(site),
    documents,
    published,
    make,
    storyOf,
    expectLed,
    choose,
    expectUntouched,
  };
}
