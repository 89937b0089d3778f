import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { FOUND } from './overwritten-found';
import { overwritten } from './overwritten-model';
import { overwrittenHistories, savedValue, type OverwrittenStep } from './overwritten-steps';
import { DEMANDED, nothing, waitsForWord, type Effect, type Said } from '../people/people-model';
import { EFFECTS, importedValues, timeOf, type Seen } from '../people/people-play';
import { playedArticle } from '../people/people-site';
import { serviceValues } from '../people/people-steps';
import { clearTarget, TARGETS } from '../people/people-targets';

const PATIENCE_MS = 600_000;

/** Steps after which an article shows what the service says. */
const LOOKS = new Set(['deliver', 'rebuild', 'redrive', 'decideWord']);

describe.each(TARGETS)('a site where the service wins over editors, on $name', (target) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    const { pluginConfig, ...options } = await target.options();
    site = await bootSite({
      ...options,
      pluginConfig: { ...pluginConfig, editorEdits: 'overwrite' },
    });
  });
  afterAll(() => site?.destroy());

  async function play(steps: OverwrittenStep[]): Promise<void> {
    const article = playedArticle(site, target.place, `won${(runs += 1)}`);
    let said: Said[] = [];
    let unknown: Effect | null = null;
    let isDeleted = false;
    /** What the form that is open shows of what nothing is published without; null where none is open. */
    let inForm: string | null = null;
    let seen: Seen | null = null;

    async function carryOut(step: OverwrittenStep, number: number): Promise<boolean> {
      const { draft = null, published = null } = seen ?? {};
      switch (step.do) {
        case 'deliver': {
          const isUnknown = step.word === 'unknown';
          const effect = step.word === 'unknown' ? unknown : EFFECTS[step.word];
          const [time, values] = [timeOf(step, number), serviceValues(step.says)];
          said = [...said, { time, effect, isUnknown, values }];
          await article.deliver(time, step.word, step.says);
          return true;
        }
        case 'open':
          if (!draft) return false;
          await article.open();
          inForm = draft[DEMANDED];
          return true;
        case 'save': {
          const value = savedValue(step, number);
          if (!draft) return false;
          if (inForm === null) await article.open();
          // What the service emptied since the form was opened is not brought back by it.
          const isComplete = draft[DEMANDED] !== '' && inForm !== '';
          inForm = null;
          await article.save(step.field, value, { ...step, publish: step.publish && isComplete });
          return true;
        }
        case 'import':
          if (!draft) return false;
          await article.write(importedValues(step.fields, number), {
            way: step.by ?? 'code',
            publish: step.publish === true && draft[DEMANDED] !== '',
          });
          return true;
        case 'publish':
          if (!draft || draft[DEMANDED] === '') return false;
          await article.act(step.do, step.by);
          return true;
        case 'unpublish':
        case 'discardDraft':
        case 'unpublishAndDiscard':
          if (!published) return false;
          await article.act(step.do, step.by);
          return true;
        case 'delete':
          if (!draft) return false;
          [isDeleted, inForm] = [true, null];
          await article.act(step.do, step.by);
          return true;
        case 'decideWord':
          if (!waitsForWord({ ...nothing(), said, isDeleted })) return false;
          unknown = step.effect;
          said = said.map((one) => (one.isUnknown ? { ...one, effect: step.effect } : one));
          await article.decideWord(step.effect);
          return true;
        case 'redrive':
          isDeleted = false;
          await article.redrive(step.which);
          return true;
        case 'repeat':
          await article.repeat(step.which);
          return true;
        case 'retention':
        case 'rebuild':
          await article[step.do]();
          return true;
      }
    }

    const look = async (step: OverwrittenStep['do'] | 'end') => {
      const before = seen?.published ?? null;
      const now = await article.seen();
      seen = now;
      const { draft, published, persons, offers, held, unsettled } = now;
      const shown = { draft, published, persons, offers, held, unsettled };
      const settled = { persons: [], offers: {}, held: false, unsettled: [] };
      const right = (
        isDeleted ? [{ draft: null, published: null }] : overwritten(said, before)
      ).map((version) => ({ step, ...version, ...settled }));
      if (LOOKS.has(step)) expect(right).toContainEqual({ step, ...shown });
      else expect({ offers, held }).toEqual({ offers: {}, held: false });
    };

    for (const [number, step] of steps.entries())
      if (await carryOut(step, number)) await look(step.do);
    await article.rebuild();
    await look('rebuild');
    await clearTarget(site, target.place);
  }

  it(
    'shows what the service says, whatever people do, from its next word on',
    async () => {
      await fc.assert(fc.asyncProperty(overwrittenHistories, play), {
        examples: FOUND.map((found) => [found]),
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 6),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
