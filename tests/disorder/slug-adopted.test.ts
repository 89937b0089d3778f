import fc from 'fast-check';
import { adminApi } from '../support/admin-api';
import { makeDelivery, type WireDelivery } from '../support/deliveries';
import { arriveTogether } from '../support/event-log';
import { eventually } from '../support/eventually';
import { quietly } from '../support/log-lines';
import { bootSite, type Site } from '../support/site';
import { clearSite } from './clear-site';
import { expectRebuilt, offeredFields, rebuilt } from './offered';
import * as model from './people-model';
import { FOUND } from './slug-adopted-found';
import { SHOWN, TARGETS } from './slug-adopted-sites';
import { ARTICLES, slugAsked, steps, type Step } from './slug-adopted-steps';

const PATIENCE_MS = 600_000;
const START = Date.parse('2026-09-01T08:00:00.000Z');
const MINUTE = 60_000;
const EFFECTS = { ready: 'draft', published: 'publish', archived: 'unpublish' } as const;
const STATUS = { ready: 'draft', published: 'published', archived: 'archived' };

/** An entry that was made by another than the receiver, or is an article's. */
interface Own {
  documentId: string;
  now: model.Model;
  /** The article whose entry it is; null for one that is only somebody's. */
  article: number | null;
  /** As it was made; null for one of the receiver's. */
  made: { id: number | null; slug: string } | null;
}

interface Documents {
  findMany(params: object): Promise<Record<string, string>[]>;
  create(params: object): Promise<{ documentId: string }>;
  update(params: object): Promise<unknown>;
  publish(params: object): Promise<unknown>;
  unpublish(params: object): Promise<unknown>;
  discardDraft(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
}

describe.each(TARGETS)('entries that others make, on $name', ({ place, options }) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await options());
  });
  afterAll(() => site?.destroy());

  const documents = () => site.strapi.documents(place.uid as never) as unknown as Documents;
  const locale = place.locale ? { locale: place.locale } : {};
  const dataOf = (values: Partial<model.Values>) =>
    Object.fromEntries(
      SHOWN.filter((field) => values[field]).map((field) => [place.fields[field], values[field]]),
    );
  const valuesIn = (row: Record<string, string>): model.Values => ({
    title: row[place.fields.title] ?? '',
    tldr: row[place.fields.tldr] ?? '',
    description: row[place.fields.description] ?? '',
    keyword: '',
  });

  async function play(history: readonly Step[]): Promise<void> {
    await clearSite(site, place.uid.startsWith('plugin') ? [] : [place.uid]);
    runs += 1;
    const own: Own[] = [];
    /** The slugs that each article asked for. */
    const asked = new Map<number, Set<string>>();
    /** Articles whose entry was deleted. */
    const gone = new Map<number, model.Model>();
    const stories = Array.from({ length: ARTICLES }, (_, article) =>
      makeDelivery({
        article: {
          id: `art_${runs}_${article}`,
          tags: [],
          createdAt: new Date(START).toISOString(),
        },
      }),
    );
    const sent: WireDelivery[] = [];
    const slugOf = (own: number | string) => `s-${runs}-${own}`;
    const theirId = (made: Own['made']) =>
      made === null || made.id === null ? null : idOf(made.id);
    const idOf = (article: number) => stories[article]?.article.id ?? '';

    const versions = async (status: 'draft' | 'published') => {
      const rows = await documents().findMany({ status, ...locale, limit: 100 });
      return new Map(rows.map((row) => [row.documentId ?? '', row]));
    };

    /** The entry that an article goes on with. */
    const adoptable = (article: number, slug: string | null): Own | undefined => {
      const free = own.filter((one) => one.article === null);
      return (
        free.find(({ made }) => made?.id === article) ??
        free.find(({ made }) => made?.id === null && made.slug === slug)
      );
    };
    /** Deleted articles go on with an entry that has their id, as soon as they are looked at. */
    const succeed = (article: number) => {
      const before = gone.get(article);
      const next = before && adoptable(article, null);
      if (!before || !next) return;
      gone.delete(article);
      next.article = article;
      next.now = model.project({ ...next.now, said: before.said });
    };

    async function takeStep(step: Step, number: number): Promise<void> {
      const one = 'nth' in step ? own[step.nth % Math.max(1, own.length)] : undefined;
      const change = async (next: model.Model | null, act: () => Promise<unknown>) => {
        if (!one || !next) return;
        one.now = next;
        await act();
      };
      const at = { documentId: one?.documentId ?? '', ...locale };
      switch (step.do) {
        case 'deliver': {
          const { article } = step;
          const story = stories[article] as WireDelivery;
          const said: model.Said[] = [];
          const deliveries: WireDelivery[] = [];
          for (const [index, one] of step.all.entries()) {
            const time = one.time * 1_000 + number * 10 + index;
            const word = place.isWithoutDrafts ? 'ready' : one.word;
            const texts = {
              ...{ title: `Service title ${one.says}`, tldr: `Service tldr ${one.says % 2}` },
              description: `Service description ${number} ${index}`,
            };
            said.push({
              time,
              effect: EFFECTS[word],
              isUnknown: false,
              values: { ...texts, keyword: '' },
            });
            const iso = new Date(START + time * MINUTE).toISOString();
            const slug = slugOf(slugAsked(article, one));
            asked.set(article, (asked.get(article) ?? new Set()).add(slug));
            deliveries.push({
              ...story,
              event: word === 'ready' ? 'article.ready' : 'article.status_changed',
              timestamp: iso,
              article: { ...story.article, ...texts, slug, status: STATUS[word], updatedAt: iso },
            });
          }
          sent.push(...deliveries);
          await arriveTogether(site, deliveries);
          const [newest] = [...deliveries].sort((a, b) => (a.timestamp < b.timestamp ? 1 : -1));
          const slug = newest?.article.slug ?? '';
          const arrived = (now: model.Model) =>
            model.project({ ...now, said: [...now.said, ...said] });
          const before = gone.get(article);
          if (before) {
            gone.set(article, arrived(before));
            return succeed(article);
          }
          const known = own.find((entry) => entry.article === article) ?? adoptable(article, slug);
          if (known) {
            known.article = article;
            known.now = arrived(known.now);
            return;
          }
          const there = [...(await versions('draft')).keys()];
          const added = there.filter((id) => !own.some(({ documentId }) => documentId === id));
          expect({ step, added: added.length }).toEqual({ step, added: 1 });
          const now = arrived(model.nothing());
          own.push({ documentId: added[0] ?? '', now, article, made: null });
          return;
        }
        case 'make': {
          const slug = step.slug === null ? `own-${runs}-${number}` : slugOf(step.slug);
          for (const status of ['draft', 'published'] as const)
            if ([...(await versions(status)).values()].some((row) => row[place.slug] === slug))
              return;
          const values = {
            ...{ title: `Made title ${number}`, tldr: step.isFull ? `Made tldr ${number}` : '' },
            ...{ description: `Made description ${number}`, keyword: '' },
          };
          const id = step.id === null ? {} : { [place.id]: idOf(step.id) };
          const data = { ...dataOf(values), ...id, [place.slug]: slug };
          const { documentId } = await documents().create({ data, ...locale });
          const isPublished = step.isPublished && !place.isWithoutDrafts;
          if (isPublished) await documents().publish({ documentId, ...locale });
          const now = model.imported(values, isPublished);
          own.push({ documentId, now, article: null, made: { id: step.id, slug } });
          return;
        }
        case 'write': {
          const values = { [step.field]: `Written ${number}` };
          return change(one ? model.written(one.now, values) : null, () =>
            documents().update({ ...at, data: dataOf(values) }),
          );
        }
        case 'publish':
        case 'unpublish':
        case 'discardDraft': {
          if (place.isWithoutDrafts || !one) return;
          if (step.do !== 'publish' && !one.now.published) return;
          const acts = {
            publish: model.published,
            unpublish: model.unpublished,
            discardDraft: model.discarded,
          };
          return change(acts[step.do](one.now), () => documents()[step.do](at));
        }
        case 'delete': {
          if (!one) return;
          own.splice(own.indexOf(one), 1);
          await documents().delete(at);
          if (one.article !== null) gone.set(one.article, model.deleted(one.now));
          return;
        }
        case 'repeat': {
          const again = sent[step.which % Math.max(1, sent.length)];
          if (again) expect((await site.deliver(again)).status).toBe(200);
          return;
        }
        case 'rebuild':
          await rebuilt(site);
          for (const article of [...gone.keys()]) succeed(article);
      }
    }

    async function expectRight(step: unknown): Promise<void> {
      const drafts = await versions('draft');
      const out = place.isWithoutDrafts ? new Map<string, never>() : await versions('published');
      const streams = await site.strapi.db
        .query('plugin::article-receiver.stream')
        .findMany({ select: ['articleId', 'documentId'] });
      for (const article of [...gone.keys()]) {
        const stream = streams.find(({ articleId }) => articleId === idOf(article));
        // Something else had it looked at: another article’s slug, say.
        if (stream?.documentId === adoptable(article, null)?.documentId) succeed(article);
      }
      expect({ step, there: [...drafts.keys()].sort() }).toEqual({
        step,
        there: own.map(({ documentId }) => documentId).sort(),
      });
      for (const [article, story] of stories.entries()) {
        const held = own.find((one) => one.article === article)?.now.held ?? null;
        const all = await adminApi(site).deliveriesOf(story.article.id);
        const waiting = all
          .filter(({ state }) => !['applied', 'superseded'].includes(state))
          .map(({ state, reasonCode }) => `${state} ${reasonCode}`);
        const isGone = gone.has(article) && waiting.every((why) => why === 'parked articleDeleted');
        if (isGone) continue;
        const expected = held === null ? [] : ['parked publicationHeld'];
        expect({ step, article, waiting }).toEqual({ step, article, waiting: expected });
      }
      const slugs = new Map<string, string>();
      for (const version of [drafts, out])
        for (const [documentId, row] of version) {
          const slug = row[place.slug] ?? '';
          expect({ step, slug, of: slugs.get(slug) ?? documentId }).toEqual({
            step,
            slug,
            of: documentId,
          });
          slugs.set(slug, documentId);
        }
      for (const { documentId, now, article, made } of own) {
        const draft = drafts.get(documentId) ?? {};
        const published = out.get(documentId);
        const stream = streams.filter((row) => row.documentId === documentId);
        const isTheirs = article === null || (made && !asked.get(article)?.has(made.slug));
        expect({
          ...{
            step,
            documentId,
            draft: valuesIn(draft),
            out: published ? valuesIn(published) : null,
          },
          id: draft[place.id] ?? null,
          of: stream.map(({ articleId }) => articleId as string),
          slug: draft[place.slug],
          offered: (await offeredFields(site, documentId))
            .filter((f) => Object.values(place.fields).includes(f))
            .sort(),
        }).toEqual({
          ...{
            step,
            documentId,
            draft: now.draft && model.valuesOf(now.draft),
            out: now.published,
          },
          id: article === null ? theirId(made) : idOf(article),
          of: article === null ? [] : [idOf(article)],
          slug: isTheirs ? made?.slug : draft[place.slug],
          offered:
            article === null
              ? []
              : SHOWN.filter((f) => f in model.offersOf(now))
                  .map((f) => place.fields[f])
                  .sort(),
        });
      }
    }

    for (const [number, step] of history.entries()) {
      await takeStep(step, number);
      await site.settle();
      // What an editor's work sets off follows its commit.
      await eventually(async () => expectRight({ number, ...step }));
    }
    await takeStep({ do: 'rebuild' }, history.length);
    await eventually(async () => expectRight('a rebuild'));
    await expectRebuilt(site);
  }

  it(
    'are gone on with once, keep what is in them, and are public as somebody said',
    async () => {
      const property = fc.asyncProperty(steps, (history) => quietly(site, () => play(history)));
      const numRuns = FOUND.length + Number(process.env.DISORDER_RUNS ?? 3);
      const examples = FOUND.map((found): [Step[]] => [found]);
      await fc.assert(property, { numRuns, endOnFailure: true, examples });
    },
    PATIENCE_MS,
  );
});
