import fc from 'fast-check';

/** How many articles and slugs there are: few, so that they get into each other's way. */
export const ARTICLES = 3;
const SLUGS = ['a', 'b', 'c'] as const;
/** Where the front end has its articles: at two addresses of a host, and at another host. */
export const PLACES = ['first', 'moved', 'other host'] as const;

type Slug = (typeof SLUGS)[number];

export type ToldStep =
  | { do: 'deliver'; article: number; slug: Slug; word: 'published' | 'archived' | 'draft' }
  | { do: 'publish' | 'unpublish' | 'delete'; article: number }
  | { do: 'rename'; article: number; slug: Slug }
  | { do: 'rebuild' | 'wait' }
  | { do: 'reboot'; place: (typeof PLACES)[number] }
  /** What IndexNow answers from now on. */
  | { do: 'answer'; status: number }
  /** Whether the front end shows what is published now, what was by then, or nothing. */
  | { do: 'front'; is: 'up' | 'late' | 'down' };

const article = fc.nat({ max: ARTICLES - 1 });
const slug = fc.constantFrom(...SLUGS);

const deliver = fc.record({
  do: fc.constant('deliver' as const),
  article,
  slug,
  word: fc.constantFrom(
    'published' as const,
    'published' as const,
    'archived' as const,
    'draft' as const,
  ),
});

const step: fc.Arbitrary<ToldStep> = fc.oneof(
  { weight: 6, arbitrary: deliver },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'unpublish' as const, 'delete' as const),
      article,
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rename' as const), article, slug }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reboot' as const), place: fc.constantFrom(...PLACES) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      status: fc.constantFrom(200, 202, 429, 503, 403),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('front' as const),
      is: fc.constantFrom('up' as const, 'late' as const, 'down' as const),
    }),
  },
);

export const toldHistories: fc.Arbitrary<ToldStep[]> = fc
  .tuple(deliver, fc.array(step, { minLength: 4, maxLength: 16 }))
  .map(([first, more]) => [first, ...more]);
