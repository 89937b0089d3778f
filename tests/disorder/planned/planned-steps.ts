import fc from 'fast-check';
import { deliver, step, type Step } from '../people/people-steps';

/** The days that the service plans for; the clock stands before them at first. */
export const DAYS = ['2026-09-05', '2026-09-10', '2026-09-15'] as const;
/** A day that was over when the first delivery came. */
const OVER = '2026-08-20';

type Deliver = Extract<Step, { do: 'deliver' }>;

export type PlannedStep =
  | Exclude<Step, { do: 'deliver' }>
  /** What is ready is planned for a day, or for none. */
  | (Deliver & { day: string | null })
  /** The next of the days comes. */
  | { do: 'day' };

const planned: fc.Arbitrary<PlannedStep> = fc
  .tuple(deliver, fc.constantFrom<(string | null)[]>(...DAYS, ...DAYS, OVER, null))
  .map(([one, day]) => ({ ...one, day }));

const isOther = (one: Step): one is Exclude<Step, { do: 'deliver' }> => one.do !== 'deliver';

/** Steps of people and the service, among which days come for which articles are planned. */
export const plannedHistories: fc.Arbitrary<PlannedStep[]> = fc
  .tuple(
    planned,
    fc.array(
      fc.oneof(
        { weight: 3, arbitrary: planned },
        { weight: 5, arbitrary: step.filter(isOther) },
        { weight: 3, arbitrary: fc.constant<PlannedStep>({ do: 'day' }) },
      ),
      { minLength: 2, maxLength: 12 },
    ),
  )
  .map(([first, more]) => [first, ...more]);
