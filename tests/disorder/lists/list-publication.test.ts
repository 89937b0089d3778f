import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { ownPosts } from '../../support/articles/own-posts';
import { clearSite } from '../clear-site';
import { FOUND, publicationHistories, type Step, type Word } from './list-publication-steps';
import {
  articleOf,
  expectedOf,
  LISTED,
  OWN,
  pointsOf,
  shownIn,
  summaryOf,
  type Shown,
} from './list-shown';
import { itemsIn, listSite, withOwn } from './list-site';
import type { Said } from './list-steps';
import { expectRebuilt, rebuilt } from '../offered';

const PATIENCE_MS = 600_000;
const STATUS: Record<Word, string> = {
  ready: 'draft',
  published: 'published',
  archived: 'archived',
};

/** What readers get of an entry: the service's part, and what people wrote beside it. */
const readersOf = (shown: Shown) => ({
  ...summaryOf(shown),
  note: shown.note,
  beside: shown.takeaways.map(({ text, remark, link }): [string, ...(string | null)[]] => [
    text,
    remark,
    link?.handle ?? null,
  ]),
});
type Readers = ReturnType<typeof readersOf>;

/** Whether people wrote something into the draft that readers do not have. */
function isUnpublished(draft: Readers, out: Readers, isTheirs: boolean): boolean {
  const known = new Set(out.beside.flatMap(([, ...own]) => own));
  const isNew = draft.beside.some(([, ...own]) => own.some((one) => !known.has(one) && one));
  const isOther = isTheirs && !isDeepStrictEqual(draft.takeaways, out.takeaways);
  return draft.note !== out.note || isNew || isOther;
}

/** What readers get of a publication that waited until what people had written went with its item. */
function saidAlone(said: Said, { note, beside }: Readers): Readers {
  const besideOf = (text: string): Readers['beside'][number] =>
    beside.find(([known]) => known === text) ?? [text, null, null];
  return { ...expectedOf(said), note, beside: said.keyTakeaways.map(besideOf) };
}

describe('lists of an own type that is published', () => {
  const at = listSite();

  async function expectKept(steps: readonly Step[]): Promise<void> {
    const { site, images } = at;
    await clearSite(site, OWN);
    const posts = ownPosts(site);
    const forms = contentManager(site, LISTED);
    const admin = adminApi(site);
    let delivery: WireDelivery | null = null;
    let said: Said | null = null;
    let form: Entry | null = null;
    let notes = 0;
    let note: string | null = null;
    let theirs: ReturnType<typeof pointsOf> | null = null;
    /** The service's last word on publication. */
    let word: Word | null = null;
    /** Whether a publication waits, and whether something newer came since. */
    let held: 'newest' | 'older' | null = null;
    /** What the service said with that publication. */
    let heldSaid: Said | null = null;
    let out: Readers | null = null;
    const inLocale = { locale: 'en' };

    const draft = () => shownIn(site, delivery?.article.id);
    const published = () => shownIn(site, delivery?.article.id, { status: 'published' });
    const documents = () => site.strapi.documents(LISTED as never) as unknown as Documents;

    /** What readers have once all of the draft is published. */
    const goOut = async () => {
      out = readersOf(await draft());
      held = null;
    };
    const save = async (opened: Entry, changes: object, publish: boolean) => {
      await forms.save(opened, changes as Record<string, unknown>, { ...inLocale, publish });
      form = null;
      if (publish) await goOut();
    };
    const writeList = async (write: (form: Entry) => unknown[], publish: boolean) => {
      const opened = await forms.open((await draft()).documentId, 'en');
      await save(opened, { takeaways: write(opened) }, publish);
    };

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'deliver': {
          said = step.said;
          const before: WireDelivery | null = delivery;
          const article = { ...articleOf(said, images), status: STATUS[step.word] };
          const changes = {
            event: step.word === 'ready' ? 'article.ready' : 'article.status_changed',
            article,
          };
          delivery = before ? nextDelivery(before, changes) : makeDelivery(changes);
          await posts.send(delivery);
          if (step.word === 'ready') {
            if (!held || !out || !heldSaid) return;
            const isLeft = isUnpublished(readersOf(await draft()), out, theirs !== null);
            if (!isLeft) out = saidAlone(heldSaid, out);
            held = isLeft ? 'older' : null;
            return;
          }
          const isNews = step.word !== word;
          word = step.word;
          held = null;
          if (word === 'archived') {
            if (isNews) out = null;
            return;
          }
          if (!isNews && !out) return;
          const now = readersOf(await draft());
          if (out && isUnpublished(now, out, theirs !== null)) [held, heldSaid] = ['newest', said];
          else out = now;
          return;
        }
        case 'open': {
          form = await forms.open((await draft()).documentId, 'en');
          return;
        }
        case 'save': {
          if (!form) return;
          note = `Note ${(notes += 1)}`;
          await save(form, { note }, step.publish);
          return;
        }
        case 'remark':
        case 'handle': {
          const own = `${step.do} ${(notes += 1)}`;
          const item = (await draft()).takeaways[step.item];
          if (!item || (step.do === 'handle' && !item.link)) return;
          await writeList((opened) => withOwn(opened, step, own), step.publish);
          return;
        }
        case 'edit': {
          if (theirs) return;
          await writeList((opened) => [{ text: 'Mine', about: null }, ...itemsIn(opened)], false);
          theirs = pointsOf((await draft()).takeaways);
          return;
        }
        case 'publish':
        case 'unpublish': {
          const { documentId } = await draft();
          await documents()[step.do]({ documentId, ...inLocale });
          await site.settle();
          if (step.do === 'publish') await goOut();
          else [out, held] = [null, null];
          return;
        }
        case 'release':
        case 'discard': {
          if (held !== 'newest') return;
          const { documentId } = await draft();
          expect((await admin.post(`/articles/${documentId}/${step.do}`)).status).toBe(202);
          await site.settle();
          if (step.do === 'release') await goOut();
          held = null;
          return;
        }
        case 'rebuild':
          await rebuilt(site);
      }
    };

    for (const step of steps) {
      await takeStep(step);
      await site.settle();
      const now = await draft();
      const expected = {
        ...expectedOf(said as unknown as Said),
        ...(theirs ? { takeaways: theirs } : {}),
      };
      expect({ step, ...summaryOf(now), note: now.note }).toEqual({ step, ...expected, note });
      const shown = await published();
      expect({ step, out: shown && readersOf(shown) }).toEqual({ step, out });
      const all = await admin.deliveriesOf((delivery as unknown as WireDelivery).article.id);
      const isHeld = all.some(
        ({ state, reasonCode }) => state === 'parked' && reasonCode === 'publicationHeld',
      );
      expect({ step, isHeld }).toEqual({ step, isHeld: held !== null });
    }
    await expectRebuilt(site);
  }

  it(
    'goes out as it is, but not over what people have not published',
    async () => {
      const property = fc.asyncProperty(publicationHistories, (steps) =>
        quietly(at.site, () => expectKept(steps)),
      );
      const numRuns = FOUND.length + Number(process.env.DISORDER_RUNS ?? 12);
      const examples = FOUND.map((found): [Step[]] => [found]);
      await fc.assert(property, { numRuns, endOnFailure: true, examples });
    },
    PATIENCE_MS,
  );
});

interface Documents {
  publish(params: object): Promise<unknown>;
  unpublish(params: object): Promise<unknown>;
}
