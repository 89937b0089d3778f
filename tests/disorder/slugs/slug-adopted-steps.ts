import fc from 'fast-check';

export const ARTICLES = 3;
const SLUGS = 2;

/** The fields that are looked at. */
export const SHOWN = ['title', 'tldr', 'description'] as const;
export type ShownField = (typeof SHOWN)[number];

export type Word = 'ready' | 'published' | 'archived';

/** What is done to one of the entries. */
export type Done = 'publish' | 'unpublish' | 'discardDraft' | 'delete';

export interface Said {
  time: number;
  word: Word;
  says: number;
}

export type Step =
  /**
   * What the service says of an article, at once. Times jump: an older delivery may arrive late. Each article asks for
   * one slug first, then for another.
   */
  | { do: 'deliver'; article: number; all: Said[] }
  /** Another importer, or an editor, makes an entry: with an article's id, with a slug that articles ask for, or neither. */
  | { do: 'make'; id: number | null; slug: string | null; isPublished: boolean; isFull: boolean }
  | { do: 'write'; nth: number; field: ShownField }
  | { do: Done; nth: number }
  | { do: 'repeat'; which: number }
  | { do: 'rebuild' };

/** From this time on, an article asks for another slug. */
const LATER = 6;

export const slugAsked = (article: number, { time }: Said): number =>
  (article + (time >= LATER ? 1 : 0)) % SLUGS;

const article = fc.nat(ARTICLES - 1);
const nth = fc.nat(5);
const said = fc.record({
  time: fc.nat(9),
  word: fc.constantFrom<Word[]>('ready', 'published', 'archived'),
  says: fc.nat(2),
});
const deliver: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('deliver' as const),
  article,
  all: fc.array(said, { minLength: 1, maxLength: 2 }),
});
const make = fc.record({
  do: fc.constant('make' as const),
  id: fc.option(article, { nil: null }),
  slug: fc.option(fc.constantFrom('0', '1', '0-2', '1-2'), { nil: null, freq: 3 }),
  isPublished: fc.boolean(),
  isFull: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: deliver },
  { weight: 3, arbitrary: make },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      nth,
      field: fc.constantFrom(...SHOWN),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom<Done[]>('publish', 'publish', 'unpublish', 'discardDraft', 'delete'),
      nth,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: nth }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
);

export const steps: fc.Arbitrary<Step[]> = fc
  .tuple(fc.array(make, { maxLength: 3 }), deliver, fc.array(step, { minLength: 3, maxLength: 12 }))
  .map(([made, first, others]) => [...made, first, ...others]);
