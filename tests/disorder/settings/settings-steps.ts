import fc from 'fast-check';
import type { Effect } from '../people/people-model';
import { deliver, step, type Step, type Word } from '../people/people-steps';

/** What the site has each of the service's words do; null where nobody has decided. */
export type Policy = Record<Word, Effect | null>;

/** As long as nobody changes a setting. */
export const AT_FIRST: Policy = {
  ...{ ready: 'draft', published: 'publish', archived: 'unpublish', unknown: null },
};

export type AnyStep =
  | Step
  /** Words do something else from then on; everything is rebuilt, or comes with the next delivery. */
  | { do: 'words'; policy: Partial<Policy>; then: Step };

const rebuild = fc.constant<Step>({ do: 'rebuild' });
const then = fc.oneof({ weight: 2, arbitrary: rebuild }, { weight: 1, arbitrary: deliver });

const words = fc.record({
  do: fc.constant('words' as const),
  policy: fc.record(
    {
      ready: fc.constantFrom<Effect[]>('draft', 'publish'),
      published: fc.constantFrom<Effect[]>('publish', 'draft', 'unpublish', 'ignore'),
      archived: fc.constantFrom<Effect[]>('unpublish', 'draft', 'publish', 'ignore'),
      unknown: fc.constantFrom<(Effect | null)[]>(null, 'draft', 'publish', 'unpublish', 'ignore'),
    },
    { requiredKeys: [] },
  ),
  then,
});

/** Steps of people and the service, among which settings change. */
export const histories: fc.Arbitrary<AnyStep[]> = fc
  .record({
    first: deliver,
    more: fc.array(
      fc.oneof(
        { weight: 5, arbitrary: step.filter((one) => one.do !== 'retention') },
        { weight: 3, arbitrary: words },
      ),
      { minLength: 2, maxLength: 12 },
    ),
  })
  .map(({ first, more }) => [first, ...more]);
