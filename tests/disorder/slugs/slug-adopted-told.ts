import type * as model from '../people/people-model';
import { EFFECTS } from '../people/people-play';
import { slugAsked, type Step, type Word } from './slug-adopted-steps';

/** One of the deliveries of a step. */
export interface Told {
  word: Word;
  /** The slug that the article asks for with it. */
  slug: string;
  said: model.Said;
}

const valuesOf = (says: number, number: number, index: number): model.Values => ({
  title: `Service title ${says}`,
  tldr: `Service tldr ${says % 2}`,
  description: `Service description ${number} ${index}`,
  keyword: '',
  note: '',
});

/** The deliveries of a step: no two of a history at the same time. */
export function toldIn(
  { article, all }: Extract<Step, { do: 'deliver' }>,
  number: number,
  { isWithoutDrafts }: { isWithoutDrafts?: boolean },
): Told[] {
  return all.map((one, index) => {
    const word = isWithoutDrafts ? 'ready' : one.word;
    const time = one.time * 1_000 + number * 10 + index;
    const values = valuesOf(one.says, number, index);
    const slug = `${slugAsked(article, one)}`;
    return { word, slug, said: { time, effect: EFFECTS[word], isUnknown: false, values, slug } };
  });
}
