import type { Operations } from '../../../src/plugins/article-receiver/shared/deliveries/operations';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import type { Site } from '../../support/site/site';
import type { Front } from './told-front';
import { ARTICLES, type PLACES, type ToldStep } from './told-steps';
import type { ToldTarget } from './told-targets';

const TABLE = (name: string) => `plugin::article-receiver.${name}`;

type Documents = Record<
  'findFirst' | 'publish' | 'unpublish' | 'delete' | 'update',
  (params: object) => Promise<{ documentId: string } | null>
>;

interface Published {
  id: number;
  title: string;
}

/** What changed at an address, by step: something was published there, or nothing is there any more. */
type Changes = Map<string, { kind: 'present' | 'gone'; step: number }[]>;

/** What a history is played with. */
interface Playing {
  /** What begins its slugs. */
  run: string;
  passTime: (minutes: number) => void;
  target: ToldTarget;
  /** Of the plugin, beside those of the front end. */
  options: object;
}

/** Plays one history, and looks in the end at what search engines were told. */
export async function playTold(
  site: Site,
  front: Front,
  steps: readonly ToldStep[],
  { run, passTime, target, options }: Playing,
): Promise<void> {
  const { uid, idField, locale } = target;
  const inLocale = locale === undefined ? {} : { locale };
  const optionsAt = (at: (typeof PLACES)[number]) => ({ ...options, ...front.optionsAt(at) });
  front.begin();
  let place: (typeof PLACES)[number] = 'first';
  await site.restart(optionsAt(place));
  const deliveries = new Map<number, WireDelivery>();
  const changes: Changes = new Map();
  let published = new Map<string, Published>();

  const documents = () => site.strapi.documents(uid as never) as unknown as Documents;
  const findFirst = (filters: object, more: object = {}) =>
    documents().findFirst({ filters, ...inLocale, ...more });
  const rows = (name: string) => site.strapi.db.query(TABLE(name));
  const operations = () => site.strapi.plugin('article-receiver').service<Operations>('operations');
  const documentOf = async (article: number) => {
    const sourceId = deliveries.get(article)?.article.id;
    return sourceId === undefined
      ? null
      : ((await findFirst({ [idField]: sourceId }))?.documentId ?? null);
  };

  const readPublished = async (): Promise<Map<string, Published>> => {
    const found = (await site.strapi.db.query(uid).findMany({
      where: { publishedAt: { $notNull: true } },
    })) as (Published & { slug: string })[];
    return new Map(found.map(({ slug, ...row }) => [front.addressAt(place, slug), row]));
  };

  const noteChanges = async (isElsewhere: boolean) => {
    const now = await readPublished();
    const note = (url: string, kind: 'present' | 'gone') =>
      changes.set(url, [...(changes.get(url) ?? []), { kind, step: front.step }]);
    for (const [url, { id }] of now) if (published.get(url)?.id !== id) note(url, 'present');
    for (const url of published.keys()) if (!now.has(url) && !isElsewhere) note(url, 'gone');
    published = now;
    front.show(new Map([...now].map(([url, { title }]) => [url, title])));
  };

  /** All that is published is known, and all that is due was looked at and told. */
  const atRest = () =>
    eventually(async () => {
      const pages = (await rows('page').findMany({})) as {
        url: string | null;
        version: string;
        dueAt: string | null;
      }[];
      const known = pages.flatMap(({ url, version }) =>
        url === null ? [] : [`${url} ${version}`],
      );
      expect(known.sort()).toEqual([...published].map(([url, { id }]) => `${url} ${id}`).sort());
      const now = Date.now();
      const waiting = (await rows('announcement').findMany({})) as {
        dueAt: string | null;
        readyAt: string | null;
      }[];
      const { pages: told } = await operations().status();
      const isRefused = told?.indexNow?.refused !== null;
      // What may be told is collected for a few seconds.
      const collectedBy = now - 5_000;
      const due = [
        ...pages.filter(({ dueAt }) => dueAt !== null && Number(dueAt) <= now),
        ...waiting.filter(({ dueAt, readyAt }) =>
          readyAt === null
            ? dueAt !== null && Number(dueAt) <= now
            : !isRefused && Number(dueAt) <= collectedBy,
        ),
      ];
      expect(due).toEqual([]);
    });

  const act = async (step: ToldStep, number: number): Promise<void> => {
    switch (step.do) {
      case 'deliver': {
        const before = deliveries.get(step.article);
        const said = {
          event: step.word === 'draft' ? 'article.ready' : 'article.status_changed',
          article: {
            title: `Title ${run} ${number}`,
            slug: `${run}-${step.slug}`,
            status: step.word,
          },
        };
        const delivery = before ? nextDelivery(before, said) : makeDelivery(said);
        deliveries.set(step.article, delivery);
        expect((await site.deliver(delivery)).status).toBe(202);
        return site.settle();
      }
      case 'publish':
      case 'unpublish':
      case 'delete': {
        const documentId = await documentOf(step.article);
        if (documentId === null) return;
        if (step.do === 'publish') await documents().publish({ documentId, ...inLocale });
        else if (step.do === 'unpublish') await documents().unpublish({ documentId, ...inLocale });
        else await documents().delete({ documentId, ...inLocale });
        return site.settle();
      }
      case 'rename': {
        const documentId = await documentOf(step.article);
        const slug = `${run}-${step.slug}`;
        if (documentId === null || (await findFirst({ slug }))) return;
        if (await findFirst({ slug }, { status: 'published' })) return;
        await documents().update({ documentId, data: { slug }, ...inLocale });
        await documents().publish({ documentId, ...inLocale });
        return site.settle();
      }
      case 'rebuild': {
        const before = await readPublished();
        await operations().rebuild();
        site.strapi.plugin('article-receiver').service<{ kick(): void }>('runner').kick();
        await site.settle();
        return expect(await readPublished()).toEqual(before);
      }
      case 'wait':
        passTime(1);
        return atRest();
      case 'reboot': {
        ({ place } = step);
        return site.restart(optionsAt(place));
      }
      case 'answer':
        return void (front.answer = step.status);
      case 'front':
        return void (front.is = step.is);
    }
  };

  for (const [number, step] of steps.entries()) {
    front.step = number;
    const hostBefore = new URL(front.addressAt(place, 'x')).host;
    await act(step, number);
    await noteChanges(new URL(front.addressAt(place, 'x')).host !== hostBefore);
  }

  // In the end everything is well, for as long as anything waits.
  front.step = steps.length;
  Object.assign(front, { is: 'up', answer: 200 });
  await noteChanges(false);
  await site.restart(optionsAt(place));
  await atRest();
  for (let turn = 0; turn < 4; turn += 1) {
    passTime(7 * 60);
    await atRest();
  }
  expect(deliveries.size).toBeLessThanOrEqual(ARTICLES);
  const { pages } = await operations().status();
  expect(pages).toEqual({ wrong: 0, waiting: 0, indexNow: { waiting: 0, refused: null } });
  const host = new URL(front.addressAt(place, 'x')).host;
  for (const [url, all] of changes) {
    const tellings = front.told.filter((told) => told.url === url);
    const last = all.at(-1);
    const isOurs = new URL(url).host === host;
    const where = { url, all, tellings };
    expect([tellings.length <= all.length, where]).toEqual([true, where]);
    if (!last || !isOurs) continue;
    const isTold = tellings.some(({ step }) => step >= last.step);
    const isOwed = last.kind === 'present' ? published.has(url) : tellings.length > 0;
    if (isOwed) expect([isTold, where]).toEqual([true, where]);
  }
  for (const { url } of front.told) expect([url, changes.has(url)]).toEqual([url, true]);
}
