import fc from 'fast-check';

export const LANGUAGES = ['en', 'de'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What people write of a post. */
export const WRITTEN = ['title', 'excerpt'] as const;
export type WrittenField = (typeof WRITTEN)[number];

export type Word = 'ready' | 'published' | 'archived';

/** What happens to one article of which the service changes the language. */
export type Step =
  /** Times jump: an older delivery may arrive late. */
  | { do: 'deliver'; time: number; word: Word; language: Language; says: number }
  /** Somebody writes in one locale; in the one where the article is not, a translation. */
  | { do: 'write'; language: Language; field: WrittenField }
  | { do: 'publish' | 'unpublish' | 'discard' | 'delete'; language: Language }
  /** Somebody fills it in from the other language. */
  | { do: 'fill'; language: Language }
  /** The category that the service names is made in a language, or deleted there. */
  | { do: 'category'; language: Language }
  /** Somebody lets the article follow into the other language, or come back; or says no to that. */
  | { do: 'follow' | 'leave' | 'rebuild' };

const language = fc.constantFrom<Language[]>(...LANGUAGES);
const does = <Name extends string>(name: Name) => fc.constant({ do: name });

const deliver = fc.record({
  do: fc.constant('deliver' as const),
  time: fc.nat(12),
  word: fc.constantFrom<Word[]>('ready', 'ready', 'published', 'published', 'archived'),
  language,
  says: fc.nat(2),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: deliver },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      language,
      field: fc.constantFrom(...WRITTEN),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), language }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('unpublish' as const, 'discard' as const, 'delete' as const),
      language,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fill' as const), language }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('category' as const), language }) },
  { weight: 2, arbitrary: does('follow') },
  { weight: 1, arbitrary: does('leave') },
  { weight: 1, arbitrary: does('rebuild') },
);

/** Histories of one article that begin with what the service says. */
export const languageHistories: fc.Arbitrary<Step[]> = fc
  .tuple(deliver, fc.array(step, { minLength: 2, maxLength: 12 }))
  .map(([first, steps]) => [first, ...steps]);
