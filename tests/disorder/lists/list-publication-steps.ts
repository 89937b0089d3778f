import fc from 'fast-check';
import { historiesOf, said, SILENT, type Said } from './list-steps';

export type Word = 'ready' | 'published' | 'archived';

/** What the service says of an article with lists and of its publication, or what a person does. */
export type Step =
  | { do: 'deliver'; said: Said; word: Word }
  /** A form is opened, and stays open. */
  | { do: 'open' }
  /** That form is saved, with a change in a field that the service does not know. */
  | { do: 'save'; publish: boolean }
  /** Something is written beside the service's part of an item, in the list or in a component in it. */
  | { do: 'remark' | 'handle'; item: number; publish: boolean }
  /** A person makes the list their own. */
  | { do: 'edit' }
  | { do: 'publish' | 'unpublish' | 'release' | 'discard' | 'rebuild' };

const delivered = fc.record({
  do: fc.constant('deliver' as const),
  said,
  word: fc.constantFrom<Word[]>('ready', 'published', 'published', 'published', 'archived'),
});
const publish = fc.constantFrom(false, false, true);
const item = fc.nat(2);
const named = <Name extends string>(name: Name) => fc.constant({ do: name });

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: delivered },
  { weight: 2, arbitrary: named('open') },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('save' as const), publish }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('remark' as const, 'handle' as const),
      item,
      publish,
    }),
  },
  { weight: 1, arbitrary: named('edit') },
  { weight: 2, arbitrary: named('publish') },
  { weight: 1, arbitrary: named('unpublish') },
  { weight: 2, arbitrary: named('release') },
  { weight: 1, arbitrary: named('discard') },
  { weight: 1, arbitrary: named('rebuild') },
);

/** A form that is open while a delivery comes in. */
const meanwhile = fc
  .tuple(delivered, publish)
  .map(([delivery, isPublished]): Step[] => [
    { do: 'open' },
    delivery,
    { do: 'save', publish: isPublished },
  ]);

export const publicationHistories: fc.Arbitrary<Step[]> = historiesOf<Step>(
  delivered,
  step,
  meanwhile,
);

const says = (word: Word, some: Partial<Said>): Step => ({
  do: 'deliver',
  said: { ...SILENT, ...some },
  word,
});

export const FOUND: Step[][] = [
  // What a rebuild would do said that a publication that waits was to be out.
  [
    says('published', { keyTakeaways: ['One'] }),
    { do: 'edit' },
    { do: 'open' },
    says('published', { keyTakeaways: ['One', 'Three', 'Two'] }),
    { do: 'save', publish: false },
  ],
  // A publication waited for what somebody had written beside an item that went with it.
  [
    says('published', { keyTakeaways: ['One', 'Two'] }),
    { do: 'remark', item: 1, publish: false },
    says('published', { keyTakeaways: ['One'] }),
  ],
  // What kept a publication waiting went with its item later, and the publication goes out by itself.
  [
    says('published', { keyTakeaways: ['One', 'Two'] }),
    { do: 'remark', item: 0, publish: false },
    says('published', { keyTakeaways: ['Three', 'One', 'Two'], tags: ['beta'] }),
    says('ready', { keyTakeaways: ['Two'] }),
  ],
  // A form that says nothing of a section's relation was taken for one with an older section.
  [
    says('ready', { images: [1] }),
    says('published', { images: [1], category: 'Tea' }),
    { do: 'open' },
    says('ready', {}),
    { do: 'save', publish: false },
  ],
];
