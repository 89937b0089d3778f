import fc from 'fast-check';
import { settings, type Settings } from './reboot-settings';

export type Word = 'ready' | 'published' | 'archived';

/** How many articles a history has. */
export const ARTICLES = 3;

export interface Says {
  title: number;
  tldr: number;
  description: number;
  author: number;
  category: number;
  tags: number;
  takeaways: number;
  picture: number;
  /** Of the plan: none, past, or far away. */
  day: number;
}

/** What happens to one of the articles between two boots. */
export type Step =
  | { do: 'deliver'; article: number; time: number; word: Word; says: Says }
  | {
      do: 'save';
      article: number;
      field: number;
      publish: boolean;
      empties: boolean;
      elsewhere: boolean;
    }
  | { do: 'publish' | 'unpublish' | 'discardDraft' | 'delete'; article: number; elsewhere: boolean }
  /** Somebody makes an entry of their own, with the article's id or its slug. */
  | { do: 'make'; article: number; by: 'id' | 'slug'; publish: boolean }
  | { do: 'accept' | 'reject' | 'release'; article: number; elsewhere: boolean }
  | { do: 'rebuild' };

/** From one boot to the next. */
export interface Epoch {
  settings: Settings;
  /** Whether everything is rebuilt at once. */
  rebuilds: boolean;
  steps: Step[];
}

const article = fc.constantFrom(0, 0, 0, 1, 1, 2);
/** Whether it is done to the entry in the type that articles do not go to now. */
const elsewhere = fc.constantFrom(false, false, false, true);

const deliver = fc.record({
  do: fc.constant('deliver' as const),
  article,
  time: fc.nat(9),
  word: fc.constantFrom<Word[]>('ready', 'ready', 'published', 'published', 'archived'),
  says: fc.record({
    ...{ title: fc.nat(2), tldr: fc.nat(2), description: fc.nat(2), author: fc.nat(1) },
    ...{ category: fc.nat(2), tags: fc.nat(3), takeaways: fc.nat(2), picture: fc.nat(2) },
    day: fc.nat(2),
  }),
});

const save = fc.record({
  do: fc.constant('save' as const),
  article,
  field: fc.nat(5),
  publish: fc.boolean(),
  empties: fc.constantFrom(false, false, false, true),
  elsewhere,
});

const make = fc.record({
  do: fc.constant('make' as const),
  article,
  by: fc.constantFrom('id' as const, 'slug' as const),
  publish: fc.boolean(),
});

const does = <Name extends string>(...names: Name[]) =>
  fc.record({ do: fc.constantFrom(...names), article, elsewhere });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 7, arbitrary: deliver },
  { weight: 5, arbitrary: save },
  { weight: 4, arbitrary: does('publish', 'unpublish') },
  { weight: 1, arbitrary: does('discardDraft', 'delete') },
  { weight: 1, arbitrary: make },
  { weight: 2, arbitrary: does('accept', 'reject', 'release') },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
);

const epoch = fc.record({
  settings,
  rebuilds: fc.constantFrom(true, true, false),
  steps: fc.array(step, { maxLength: 7 }),
});

/** The first has something to say; each later epoch has other settings. */
export const histories: fc.Arbitrary<Epoch[]> = fc
  .record({
    settings,
    first: fc.array(deliver, { minLength: 1, maxLength: 3 }),
    more: fc.array(step, { minLength: 2, maxLength: 8 }),
    later: fc.array(epoch, { minLength: 1, maxLength: 4 }),
  })
  .map(({ settings: at, first, more, later }) => [
    { settings: at, rebuilds: false, steps: [...first, ...more] },
    ...later,
  ]);
