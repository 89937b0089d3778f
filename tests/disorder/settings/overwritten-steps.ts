import fc from 'fast-check';
import { BESIDE } from '../people/people-model';
import { deliver, step, type Step } from '../people/people-steps';

/** What the service and people do where nothing is offered or held, so that there is nothing to decide on. */
export type OverwrittenStep = Exclude<Step, { do: 'suggestion' | 'hold' }>;

/** What the service does not fill is not overwritten: nobody writes it here. */
const isBeside = (one: Step): boolean =>
  (one.do === 'save' && one.field === BESIDE) ||
  (one.do === 'import' && one.fields.includes(BESIDE));

const isPossible = (one: Step): one is OverwrittenStep =>
  one.do !== 'suggestion' && one.do !== 'hold' && !isBeside(one);

/** Histories of one article on such a site. */
export const overwrittenHistories: fc.Arbitrary<OverwrittenStep[]> = fc
  .tuple(deliver, fc.array(step.filter(isPossible), { minLength: 2, maxLength: 14 }))
  .map(([one, more]) => [one, ...more]);

/** The value that a person gives a field in a step: their own, or one that the service may have had there. */
export const savedValue = (
  { field, retypes }: Extract<Step, { do: 'save' }>,
  number: number,
): string => (retypes === null ? `Person ${number}` : `Service ${field} ${retypes}`);
