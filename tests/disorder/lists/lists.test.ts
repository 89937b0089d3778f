import fc from 'fast-check';
import { contentManager, type Entry } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { ownPosts } from '../../support/articles/own-posts';
import { clearSite } from '../clear-site';
import { deleteEntry } from '../delete-entry';
import { deleteImage } from './list-images';
import {
  articleOf,
  expectedOf,
  LABEL,
  LISTED,
  OWN,
  pointsOf,
  shownIn,
  summaryOf,
} from './list-shown';
import { itemsIn, listSite, withOwn } from './list-site';
import { FOUND, listHistories, type Said, type Step } from './list-steps';
import { expectRebuilt, offeredFields, rebuilt } from '../offered';

const PATIENCE_MS = 600_000;

/** Lists whose items lead to entries and files, and have components, as forms and deliveries change them. */
describe('lists of an own type', () => {
  const at = listSite();

  async function expectKept(steps: readonly Step[]): Promise<void> {
    const { site, images } = at;
    await clearSite(site, OWN);
    const posts = ownPosts(site);
    const forms = contentManager(site, LISTED);
    let delivery: WireDelivery | null = null;
    let said: Said | null = null;
    let form: Entry | null = null;
    let notes = 0;
    /** The list that a person made their own. */
    let theirs: ReturnType<typeof pointsOf> | null = null;
    /** Whether something that the entry led to was deleted since the service was heard. */
    let isBereft = false;
    const remarks = new Map<string, string>();
    const handles = new Map<string, string>();

    const shown = () => shownIn(site, delivery?.article.id);
    const inLocale = { locale: 'en' };

    /** Writes into the list in a form that was just opened. */
    const writeList = async (write: (form: Entry) => unknown[]) => {
      const opened = await forms.open((await shown()).documentId, 'en');
      await forms.save(opened, { takeaways: write(opened) }, inLocale);
      // What people save over each other is theirs to settle.
      form = null;
    };

    const takeStep = async (step: Step): Promise<void> => {
      switch (step.do) {
        case 'deliver': {
          said = step.said;
          const before: WireDelivery | null = delivery;
          const changes = { article: articleOf(said, images) };
          delivery = before ? nextDelivery(before, changes) : makeDelivery(changes);
          await posts.send(delivery);
          isBereft = false;
          return;
        }
        case 'open': {
          form = await forms.open((await shown()).documentId, 'en');
          return;
        }
        case 'save': {
          if (form) await forms.save(form, { note: `Note ${(notes += 1)}` }, inLocale);
          return;
        }
        case 'remark':
        case 'handle': {
          const own = `${step.do} ${(notes += 1)}`;
          const item = (await shown()).takeaways[step.item];
          if (!item || (step.do === 'handle' && !item.link)) return;
          await writeList((opened) => withOwn(opened, step, own));
          (step.do === 'remark' ? remarks : handles).set(item.text, own);
          return;
        }
        case 'edit': {
          if (theirs) return;
          await writeList((opened) => [{ text: 'Mine', about: null }, ...itemsIn(opened)]);
          theirs = pointsOf((await shown()).takeaways);
          return;
        }
        case 'deleteLabel': {
          if (!(await deleteEntry(site, LABEL, { label: step.name }))) return;
          theirs &&= theirs.map(([point = null, about = null, heading = null]) => [
            point,
            about === step.name ? null : about,
            heading,
          ]);
          isBereft = true;
          form = null;
          return;
        }
        case 'deleteFile': {
          if (!(await deleteImage(site, step.image))) return;
          isBereft = true;
          // Strapi refuses to save a form with a file that is gone.
          form = null;
          return;
        }
        case 'rebuild': {
          await rebuilt(site);
          isBereft = false;
        }
      }
    };

    for (const step of steps) {
      await takeStep(step);
      if (isBereft || !said) continue;
      const now = await shown();
      const expected = expectedOf(said);
      const found = summaryOf(now);
      if (theirs) Object.assign(expected, { takeaways: theirs });
      expect({ step, ...found }).toEqual({ step, ...expected });
      for (const known of [remarks, handles]) {
        for (const text of known.keys())
          if (!now.takeaways.some((point) => point.text === text)) known.delete(text);
      }
      for (const { text: own, remark, link } of now.takeaways) {
        if (remarks.has(own)) expect([own, remark]).toEqual([own, remarks.get(own)]);
        if (handles.has(own)) expect([own, link?.handle]).toEqual([own, handles.get(own)]);
      }
      const offered = await offeredFields(site, now.documentId);
      expect({ step, offered }).toEqual({ step, offered: offered.filter(() => theirs !== null) });
      expect(offered.every((field) => field === 'takeaways')).toBe(true);
    }
    if (!isBereft) await expectRebuilt(site);
  }

  it(
    'are the service’s but for what people wrote in them, whatever form was open meanwhile',
    async () => {
      const property = fc.asyncProperty(listHistories, (steps) =>
        quietly(at.site, () => expectKept(steps)),
      );
      const numRuns = Number(process.env.DISORDER_RUNS ?? 15);
      await fc.assert(property, { numRuns, endOnFailure: true, examples: [[FOUND]] });
    },
    PATIENCE_MS,
  );
});
