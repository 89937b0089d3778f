import type { Aged } from '../age';
import { neededOf, project, type Delivered, type Kept, type Model } from './shared-model';
import type { Step } from './shared-steps';

/** Takes a delivery in, and projects its article; its picture has its bytes again. */
export function arrive(model: Model, article: number, one: Delivered): void {
  const file = one.picture && model.files[one.picture.image];
  if (file) file.hasBytes = true;
  model.articles[article]?.said.push(one);
  project(model, article, { arrived: one });
}

/** Those in quarantine that a step is about, in a circle. */
const amongKept = (model: Model, step: Extract<Step, { nth: number }>): Kept[] =>
  step.do === 'discard'
    ? model.quarantined.filter(({ isDiscarded }) => !isDiscarded)
    : model.quarantined;

/** The delivery in quarantine that a step is about. */
export function keptOf(model: Model, step: Extract<Step, { nth: number }>): Kept | undefined {
  const all = amongKept(model, step);
  return all[step.nth % Math.max(1, all.length)];
}

/** Takes in what somebody wants out of quarantine, if the site takes it and its body is still there. */
export function takeIn(model: Model, kept: Kept | undefined): void {
  if (!kept || !model.isOpen || kept.one.isDropped) return;
  model.quarantined = model.quarantined.filter((other) => other !== kept);
  arrive(model, kept.article, kept.one);
}

/** What a rebuild takes in: all that waits in quarantine for somebody's decision. */
export function takeInAll(model: Model): void {
  for (const kept of model.quarantined) if (!kept.isDiscarded) takeIn(model, kept);
}

/** Retention takes what is old by now. */
export function age(model: Model, what: Aged): void {
  if (what === 'bodies') {
    for (const article of model.articles) {
      const needed = neededOf(article);
      for (const one of article.said) one.isDropped ||= !needed.includes(one);
    }
  } else if (what === 'pictures') {
    for (const file of Object.values(model.files)) if (file.values) file.hasBytes = false;
  } else {
    for (const { one, isDiscarded } of model.quarantined) one.isDropped ||= isDiscarded;
  }
}
