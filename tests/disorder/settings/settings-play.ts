import * as model from '../people/people-model';
import { after, timeOf } from '../people/people-play';
import { serviceValues, type Step, type Word } from '../people/people-steps';
import { AT_FIRST, type AnyStep, type Policy } from './settings-steps';

/** An article, and what its site has the service's words do. */
export interface World {
  article: model.Model;
  policy: Policy;
  /** The word of each delivery, by its time. */
  words: Readonly<Record<number, Word>>;
}

export const atFirst = (): World => ({ article: model.nothing(), policy: AT_FIRST, words: {} });

/** What is right after a step of people's or the service's; null where there is nothing to take it with. */
function afterStep(now: World, step: Step, number: number): World | null {
  if (step.do === 'deliver') {
    const time = timeOf(step, number);
    const said = {
      ...{ time, effect: now.policy[step.word], isUnknown: step.word === 'unknown' },
      values: serviceValues(step.says),
    };
    const words = { ...now.words, [time]: step.word };
    return { ...now, words, article: model.arrived(now.article, said) };
  }
  const article = after(now.article, step, number);
  if (!article) return null;
  const policy = step.do === 'decideWord' ? { ...now.policy, unknown: step.effect } : now.policy;
  return { ...now, article, policy };
}

/** The world under other settings, before anybody looks at the article. */
function under(now: World, changed: Partial<Policy>): World {
  const policy = { ...now.policy, ...changed };
  const said = now.article.said.map((one) => ({
    ...one,
    effect: policy[now.words[one.time] ?? 'unknown'],
  }));
  const article = { ...now.article, said, unknown: policy.unknown };
  return { ...now, policy, article };
}

/** What is right once settings have changed and something that they count for has followed. */
export const afterAny = (now: World, step: AnyStep, number: number): World | null =>
  step.do === 'words'
    ? afterStep(under(now, step.policy), step.then, number)
    : afterStep(now, step, number);
