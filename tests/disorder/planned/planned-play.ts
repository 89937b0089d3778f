import * as model from '../people/people-model';
import { after, timeOf } from '../people/people-play';
import { serviceValues, type Word } from '../people/people-steps';
import { DAYS, type PlannedStep } from './planned-steps';

/** What a delivery says of the publication, by its time. */
interface Spoken {
  word: Word;
  day: string | null;
}

/** An article, and which days have come. */
export interface World {
  article: model.Model;
  /** How many of the days have come. */
  come: number;
  spoken: Readonly<Record<number, Spoken>>;
}

export const atFirst = (): World => ({ article: model.nothing(), come: 0, spoken: {} });

/**
 * What a delivery does by now. One that is ready is published on its day, unless a revision came, which says of the
 * day what counts; all deliveries come before the days, but for the one that was over before any of them came.
 */
function effectNow(now: World, time: number): model.Effect | null {
  const spoken = now.spoken[time];
  if (!spoken || spoken.word === 'unknown') return now.article.unknown;
  if (spoken.word === 'published') return 'publish';
  if (spoken.word === 'archived') return 'unpublish';
  const { day } = spoken;
  if (day === null) return 'draft';
  const isOver = day < DAYS[0];
  const isRevised = Object.entries(now.spoken).some(
    ([at, { word }]) => word === 'ready' && Number(at) > time,
  );
  return isOver || (!isRevised && DAYS.slice(0, now.come).some((come) => come === day))
    ? 'publish'
    : 'draft';
}

/** The world once it is known what all deliveries do by now, before anybody looks at the article. */
function under(now: World): World {
  const said = now.article.said.map((one) => ({ ...one, effect: effectNow(now, one.time) }));
  return { ...now, article: { ...now.article, said } };
}

/** What is right after a step; null where there is nothing to take it with. */
export function afterPlanned(now: World, step: PlannedStep, number: number): World | null {
  if (step.do === 'day') {
    if (now.come === DAYS.length) return null;
    const next = under({ ...now, come: now.come + 1 });
    return { ...next, article: model.project(next.article) };
  }
  if (step.do === 'deliver') {
    const time = timeOf(step, number);
    const spoken = { ...now.spoken, [time]: { word: step.word, day: step.day } };
    const next = under({ ...now, spoken });
    const said = {
      time,
      effect: effectNow(next, time),
      isUnknown: step.word === 'unknown',
      values: serviceValues(step.says),
    };
    return { ...next, article: model.arrived(next.article, said) };
  }
  const article = after(now.article, step, number);
  return article && { ...now, article };
}
