import fc from 'fast-check';

/** What the service says of the fields that lead elsewhere, or have parts; images by their number. */
export interface Said {
  keyTakeaways: string[];
  tldr: string;
  tags: string[];
  images: number[];
  category: string;
  author: string;
  primaryKeyword: string;
}

/** What the service says, or what a person or another program does. */
export type Step =
  | { do: 'deliver'; said: Said }
  /** A form is opened, and stays open. */
  | { do: 'open' }
  /** That form is saved, with a change in a field that the service does not know. */
  | { do: 'save' }
  /** Something is written beside the service's part of an item, in the list or in a component in it. */
  | { do: 'remark' | 'handle'; item: number }
  /** A person makes the list their own. */
  | { do: 'edit' }
  | { do: 'deleteLabel'; name: string }
  | { do: 'deleteFile'; image: number }
  | { do: 'rebuild' };

const POINTS = ['One', 'Two', 'Three'];
const TAGS = ['alpha', 'beta'];
export const IMAGES = 2;

export const said: fc.Arbitrary<Said> = fc.record({
  keyTakeaways: fc.shuffledSubarray(POINTS),
  tldr: fc.constantFrom('', 'Short.', 'Long.'),
  tags: fc.shuffledSubarray(TAGS),
  images: fc.shuffledSubarray(Array.from({ length: IMAGES }, (_, image) => image)),
  category: fc.constantFrom('', 'News', 'Tea'),
  author: fc.constantFrom('', 'Ann', 'Bob'),
  primaryKeyword: fc.constantFrom('', 'kettle'),
});

const delivered = said.map((what): Step => ({ do: 'deliver', said: what }));

const item = fc.nat(2);
const named = (name: 'open' | 'save' | 'rebuild' | 'edit') =>
  fc.constant<Step>({ do: name } as Step);

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: delivered },
  { weight: 3, arbitrary: named('open') },
  { weight: 4, arbitrary: named('save') },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('remark' as const, 'handle' as const), item }),
  },
  { weight: 1, arbitrary: named('edit') },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('deleteLabel' as const),
      name: fc.constantFrom(...POINTS, ...TAGS),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('deleteFile' as const), image: fc.nat(IMAGES - 1) }),
  },
  { weight: 2, arbitrary: named('rebuild') },
);

/** A form that is open while a delivery comes in. */
const meanwhile = delivered.map((delivery): Step[] => [{ do: 'open' }, delivery, { do: 'save' }]);

/**
 * Histories of one article, which begin with what the service says.
 * @param meanwhile several steps, one after another.
 */
export const historiesOf = <Any>(
  first: fc.Arbitrary<Any>,
  others: fc.Arbitrary<Any>,
  meanwhile: fc.Arbitrary<Any[]>,
): fc.Arbitrary<Any[]> =>
  fc
    .tuple(
      first,
      fc.array(
        fc.oneof(
          { weight: 4, arbitrary: others.map((one) => [one]) },
          { weight: 1, arbitrary: meanwhile },
        ),
        { minLength: 3, maxLength: 10 },
      ),
    )
    .map(([begin, later]) => [begin, ...later.flat()]);

export const listHistories: fc.Arbitrary<Step[]> = historiesOf(delivered, step, meanwhile);

/** A service that says nothing of all that. */
export const SILENT: Said = {
  ...{ keyTakeaways: [], tldr: '', tags: [], images: [], category: '', author: '' },
  primaryKeyword: '',
};

/** What somebody wrote beside an item went to another one: all of them had changed in one part. */
export const FOUND: Step[] = [
  { do: 'deliver', said: { ...SILENT, keyTakeaways: ['Two'], tldr: 'Long.' } },
  { do: 'remark', item: 0 },
  { do: 'deliver', said: { ...SILENT, keyTakeaways: ['Three', 'Two'] } },
];
