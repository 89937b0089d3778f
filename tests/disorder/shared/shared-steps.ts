import fc from 'fast-check';
import { AGED, type Aged } from '../age';

/** Articles of one campaign, which have tags and images in common. */
export const ARTICLES = 3;
export const TAGS = ['a', 'b', 'c'] as const;
export type Tag = (typeof TAGS)[number];
export const IMAGES = 2;

/** An image as a delivery brings it: the bytes of one of a few, from one of two addresses. */
export interface Picture {
  image: number;
  address: number;
  words: number;
}

/** What a delivery says of an article. */
export interface Said {
  tags: { tag: Tag; writing: number }[];
  campaign: number;
  picture: Picture | null;
  word: 'draft' | 'published' | 'archived';
}

type WrittenOfFile = 'alternativeText' | 'caption' | 'name' | 'folder';

/** What happens to what articles have in common. */
export type Step =
  | { do: 'deliver'; article: number; time: number; said: Said; isStrange: boolean }
  | { do: 'rename' | 'make'; what: 'campaign' | Tag }
  | { do: 'delete'; what: 'campaign' | Tag; inList?: boolean }
  | { do: 'write'; image: number; field: WrittenOfFile; inBulk?: boolean }
  /** The folder that images are put into, with all that is in it. */
  | { do: 'removeFolder' }
  | { do: 'replace' | 'remove' | 'bulkRemove' | 'bulkMove'; image: number }
  | { do: 'describe' | 'drop'; article: number }
  | { do: 'choose'; article: number; tags: Tag[] }
  | { do: 'redrive'; article: number }
  | { do: 'repeat'; article: number }
  /** A tag is made one with another: it gets that one's name, and the other is deleted. */
  | { do: 'merge'; kept: Tag; dropped: Tag; writing: number }
  /** Time goes by, and retention takes what is old by then. */
  | { do: 'age'; what: Aged }
  /** Whether the site takes what strangers send. */
  | { do: 'accept'; isOpen: boolean }
  /** What somebody does to one of the deliveries in quarantine. */
  | { do: 'discard' | 'takeIn'; nth: number }
  | { do: 'rebuild' };

const article = fc.nat(ARTICLES - 1);
const image = fc.nat(IMAGES - 1);

const said: fc.Arbitrary<Said> = fc.record({
  tags: fc
    .subarray([...TAGS])
    .chain((tags) =>
      fc.tuple(...tags.map((tag) => fc.record({ tag: fc.constant(tag), writing: fc.nat(1) }))),
    ),
  campaign: fc.nat(2),
  picture: fc.option(fc.record({ image, address: fc.nat(1), words: fc.nat(2) }), {
    nil: null,
    freq: 5,
  }),
  word: fc.constantFrom('draft', 'draft', 'published', 'published', 'archived'),
});

export const deliver: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('deliver' as const),
  article,
  time: fc.nat(9),
  said,
  isStrange: fc.nat(5).map((one) => one === 0),
});

/** What people do to what articles have in common, and to one of the articles. */
export const persons: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('rename' as const, 'delete' as const, 'make' as const),
      what: fc.constantFrom('campaign' as const, ...TAGS),
      inList: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      image,
      field: fc.constantFrom<WrittenOfFile[]>('alternativeText', 'caption', 'name', 'folder'),
      inBulk: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('replace' as const, 'remove', 'bulkRemove', 'bulkMove'),
      image,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('describe' as const, 'drop'), article }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('choose' as const),
      article,
      tags: fc.subarray([...TAGS]),
    }),
  },
);

/** What is kept of deliveries, for how long, and whose they are. */
const kept: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('age' as const), what: fc.constantFrom(...AGED) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('accept' as const), isOpen: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('discard' as const, 'takeIn'), nth: fc.nat(3) }),
  },
);

const merge: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('merge' as const),
  kept: fc.constantFrom(...TAGS),
  dropped: fc.constantFrom(...TAGS),
  writing: fc.nat(1),
});

export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: deliver },
  { weight: 6, arbitrary: persons },
  { weight: 1, arbitrary: merge },
  { weight: 3, arbitrary: kept },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('redrive' as const, 'repeat'), article }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'removeFolder' }) },
);

export const sharedHistories: fc.Arbitrary<Step[]> = fc
  .tuple(
    fc.array(deliver, { minLength: 1, maxLength: 4 }),
    fc.array(step, { minLength: 3, maxLength: 12 }),
  )
  .map(([first, then]) => [...first, ...then]);
