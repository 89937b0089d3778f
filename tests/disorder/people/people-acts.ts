import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import type { Site } from '../../support/site/site';
import type * as model from './people-model';
import {
  expectedOf,
  importedValues,
  personsValue,
  suggestedField,
  tells,
  timeOf,
  writtenIn,
} from './people-play';
import type { playedArticle } from './people-site';
import type { Step } from './people-steps';

export type Played = ReturnType<typeof playedArticle>;

/** What an editor's work sets off follows its commit. */
const SOON_MS = 30_000;

/** Carries a step out on the site; `now` is what is right before it. */
export async function carryOut(
  step: Step,
  now: model.Model,
  number: number,
  article: Played,
): Promise<void> {
  switch (step.do) {
    case 'deliver':
      return article.deliver(timeOf(step, number), step.word, step.says);
    case 'save':
      if (!now.form) await article.open();
      return article.save(step.field, personsValue(now, step, number), {
        ...step,
        tellsWhen: tells(now, step),
      });
    case 'import':
      await article.write(importedValues(writtenIn(step), number), {
        way: step.by ?? 'code',
        publish: step.publish ?? false,
      });
      return step.by === 'database' ? article.rebuild() : undefined;
    case 'decideWord':
      return article.decideWord(step.effect);
    case 'suggestion': {
      const field = suggestedField(now, step.which) as model.Field;
      return article.decideSuggestion(field, step.accept ? 'accept' : 'reject');
    }
    case 'hold':
      return article.decideHold(step.choice);
    case 'redrive':
    case 'repeat':
      return article[step.do](step.which);
    case 'publish':
    case 'unpublish':
    case 'discardDraft':
    case 'unpublishAndDiscard':
    case 'delete':
      await article.act(step.do, step.by);
      return step.by === 'database' ? article.rebuild() : undefined;
    case 'open':
    case 'retention':
    case 'rebuild':
      return article[step.do]();
  }
}

const distinct = (models: readonly model.Model[]): model.Model[] =>
  models.filter((one, at) => !models.slice(0, at).some((other) => isDeepStrictEqual(one, other)));

/**
 * Waits until what can be seen of an article is right.
 * @param right what it may be: one thing, or either of several.
 * @returns those that it may be: what differs in them may show later.
 */
export async function seenAsAnyOf(
  site: Site,
  article: Played,
  right: readonly model.Model[],
  step: unknown,
): Promise<model.Model[]> {
  const expected = right.map((now) => ({ ...expectedOf(now), unsettled: [] }));
  await site.settle();
  // The clock may stand still.
  const deadline = performance.now() + SOON_MS;
  for (;;) {
    const seen = await article.seen();
    const found = right.filter((_, number) => isDeepStrictEqual(seen, expected[number]));
    if (found.length > 0) return distinct(found);
    if (performance.now() > deadline) expect({ step, seen }).toEqual({ step, seen: expected[0] });
    await pause(50);
  }
}

/** Waits until what can be seen of an article is right. @returns that. */
export async function seenAs(
  site: Site,
  article: Played,
  right: model.Model,
  step: unknown,
): Promise<model.Model> {
  await seenAsAnyOf(site, article, [right], step);
  return right;
}
