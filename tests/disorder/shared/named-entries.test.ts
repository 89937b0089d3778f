import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import { NAMES_TARGET, OWN_TYPES, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { age } from '../age';
import { clearSite } from '../clear-site';
import { expectRebuilt, offeredFields, rebuilt } from '../offered';
import { FOUND } from './named-entries-found';
import { histories, KINDS, type Kind, type Said, type Step } from './named-entries-steps';

const PATIENCE_MS = 600_000;

/** An entry as it has to be; the oldest comes first. */
interface Entry {
  documentId: string;
  name: string;
}

/** What an article leads to. */
type Leads = Record<Kind, Entry[]>;

const namesIn = (leads: Leads | null | undefined) =>
  leads
    ? { label: leads.label.map(({ name }) => name), author: leads.author.map(({ name }) => name) }
    : null;

const shownIn = (post: Post | null) =>
  post && {
    label: (post.labels as { label: string }[]).map(({ label }) => label),
    author: post.author ? [(post.author as { name: string }).name] : [],
  };

/** What an article is to show of what was said of it. */
function neededAmong(said: readonly Said[]): { draft: Said | null; published: Said | null } {
  const word = said.findLast((one) => one.word !== 'draft');
  return { draft: said.at(-1) ?? null, published: word?.word === 'published' ? word : null };
}

interface Documents {
  findMany(params: object): Promise<Record<string, string>[]>;
  create(params: object): Promise<{ documentId: string }>;
  update(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
}

describe('entries that articles lead to by their names', () => {
  let site: Site;

  beforeAll(async () => {
    const pluginConfig = { target: NAMES_TARGET, retention: { bodiesDays: 30 } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig });
  });
  afterAll(() => site?.destroy());

  const documents = (of: Kind) =>
    site.strapi.documents(KINDS[of].uid as never) as unknown as Documents;

  async function expectLed(steps: readonly Step[]): Promise<void> {
    await clearSite(site, [POST, ...Object.values(KINDS).map(({ uid }) => uid)]);
    const posts = ownPosts(site);
    const deliveries = new Map<number, WireDelivery>();
    /** What the service said of each article, as far as its bodies are there. */
    const heard = new Map<number, Said[]>();
    const there: Record<Kind, Entry[]> = { label: [], author: [] };
    /** What each of the service's names led to last. */
    const led: Record<Kind, Map<string, Entry>> = { label: new Map(), author: new Map() };
    /** The label that was made for each of them. */
    const madeFor = new Map<string, Entry>();
    /** What each article leads to, and what is published of it. */
    const leads = new Map<number, { draft: Leads; published: Leads | null }>();
    /** The delivery that was published last, and the author it led to. */
    const publishedBy = new Map<number, unknown>();
    const neededOf = (article: number) => neededAmong(heard.get(article) ?? []);

    /** Of the entries that are there, in a circle. */
    const oneOf = (of: { kind: Kind; nth: number }): Entry | undefined =>
      there[of.kind][of.nth % Math.max(1, there[of.kind].length)];
    /** The entry that a name leads to from now on; undefined where one is made, or none is. */
    const follow = (of: Kind, called: string): Entry | undefined => {
      const same = there[of].find((entry) => entry.name.toLowerCase() === called.toLowerCase());
      const others = [led[of].get(called), of === 'label' ? madeFor.get(called) : undefined];
      const entry = same ?? others.find((other) => other && there[of].includes(other));
      if (entry) led[of].set(called, entry);
      return entry;
    };
    /**
     * What some articles are to lead to once they were projected; asks which entries were made.
     * @param placed what deliveries say that were put in place for it.
     */
    const followAll = async (articles: readonly number[], placed: readonly Said[]) => {
      const missing = new Set<string>();
      for (const { label, author } of placed) {
        for (const called of author) follow('author', called);
        for (const called of label) if (!follow('label', called)) missing.add(called);
      }
      const known = new Set(there.label.map(({ documentId }) => documentId));
      const made = (await documents('label').findMany({ sort: 'id' }))
        .map(({ documentId = '', label = '' }) => ({ documentId, name: label }))
        .filter(({ documentId }) => !known.has(documentId));
      expect(made.map((entry) => entry.name).sort()).toEqual([...missing].sort());
      there.label.push(...made);
      for (const entry of made) madeFor.set(entry.name, entry);
      for (const article of articles) {
        const of = (said: Said): Leads => {
          const led = (what: Kind) => said[what].flatMap((called) => follow(what, called) ?? []);
          return { label: [...new Set(led('label'))], author: led('author') };
        };
        const { draft, published } = neededOf(article);
        if (!draft) continue;
        const before = leads.get(article)?.published;
        const now = { draft: of(draft), published: published && of(published) };
        const by = published && [published, now.published?.author[0]?.documentId];
        // What is published already stays as it is, whatever people have put there from the other side since.
        const isSame = isDeepStrictEqual(by, publishedBy.get(article));
        if (before && now.published && isSame) now.published.author = before.author;
        publishedBy.set(article, by);
        leads.set(article, now);
      }
    };

    /** An author was published, and with them what they have on their side: the drafts that lead to them. */
    const publishedFrom = (author: Entry) => {
      for (const { draft, published } of leads.values()) {
        if (draft.author.includes(author)) published?.author.splice(0, 1, author);
        else if (published?.author.includes(author)) published.author = [];
      }
    };

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'deliver': {
          for (const what of step.all) {
            const { article, label, author, word: status } = what;
            const before = deliveries.get(article);
            const changes = {
              event: status === 'draft' ? 'article.ready' : 'article.status_changed',
              article: { tags: label, author: author[0] ?? '', status },
            };
            const next = before ? nextDelivery(before, changes) : makeDelivery(changes);
            deliveries.set(article, next);
            heard.set(article, [...(heard.get(article) ?? []), what]);
          }
          const sent = step.all.flatMap(({ article }) => deliveries.get(article) ?? []);
          await Promise.all(sent.map((delivery) => site.deliver(delivery)));
          await site.settle();
          const articles = step.all.map(({ article }) => article);
          const needed = articles.map(neededOf);
          return followAll(
            articles,
            needed.flatMap(({ draft, published }) =>
              [published, draft].filter((one) => one !== null),
            ),
          );
        }
        case 'make': {
          const data = { [KINDS[step.kind].field]: step.name };
          const made = await documents(step.kind).create({ data, status: 'published' });
          there[step.kind].push({ documentId: made.documentId, name: step.name });
          return;
        }
        case 'rename': {
          const entry = oneOf(step);
          if (!entry) return;
          const { documentId } = entry;
          const data = { [KINDS[step.kind].field]: step.name };
          await documents(step.kind).update({ documentId, data, status: 'published' });
          entry.name = step.name;
          if (step.kind === 'author') publishedFrom(entry);
          return;
        }
        case 'delete': {
          const entry = oneOf(step);
          if (!entry) return;
          there[step.kind] = there[step.kind].filter((other) => other !== entry);
          await documents(step.kind).delete({ documentId: entry.documentId });
          for (const { draft, published } of leads.values()) {
            for (const all of [draft, published])
              if (all) all[step.kind] = all[step.kind].filter((other) => other !== entry);
          }
          return;
        }
        case 'age':
          await age(site, 'bodies');
          for (const [article] of heard) {
            const needed = Object.values(neededOf(article));
            heard.set(article, heard.get(article)?.filter((one) => needed.includes(one)) ?? []);
          }
          return;
        case 'rebuild': {
          await rebuilt(site);
          await followAll([...heard.keys()], [...heard.values()].flat());
        }
      }
    };

    const expectShown = async (step: Step) => {
      for (const [article, delivery] of deliveries) {
        const draft = await posts.draftOf(delivery);
        const published = await posts.find(delivery.article.id, 'published');
        const wanted = leads.get(article);
        expect({ step, article, draft: shownIn(draft), published: shownIn(published) }).toEqual({
          ...{ step, article },
          ...{ draft: namesIn(wanted?.draft), published: namesIn(wanted?.published) },
        });
        const { documentId } = draft;
        expect({ step, offered: await offeredFields(site, documentId) }).toEqual({
          ...{ step, offered: [] },
        });
      }
      for (const what of ['label', 'author'] as const) {
        const found = await documents(what).findMany({});
        expect([step, what, found.length]).toEqual([step, what, there[what].length]);
      }
    };

    for (const step of steps) {
      await takeStep(step);
      await expectShown(step);
    }
    await takeStep({ do: 'rebuild' });
    await expectShown({ do: 'rebuild' });
    await expectRebuilt(site);
  }

  it(
    'are the same ones whatever they are called by now, until another has the name',
    async () => {
      const property = fc.asyncProperty(histories, (steps) =>
        quietly(site, () => expectLed(steps)),
      );
      const numRuns = FOUND.length + Number(process.env.DISORDER_RUNS ?? 4);
      await fc.assert(property, {
        numRuns,
        endOnFailure: true,
        examples: FOUND.map((found) => [found] as [Step[]]),
      });
    },
    PATIENCE_MS,
  );
});
