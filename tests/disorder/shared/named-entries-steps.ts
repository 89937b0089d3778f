import fc from 'fast-check';

const ARTICLES = 3;
const NAMES = ['One', 'Two'];

/** What articles lead to by name: labels are made where there is none, authors have to be there. */
export type Kind = 'label' | 'author';
export const KINDS: Record<Kind, { uid: string; field: string }> = {
  label: { uid: 'api::label.label', field: 'label' },
  author: { uid: 'api::author.author', field: 'name' },
};

export interface Said {
  article: number;
  word: 'draft' | 'published' | 'archived';
  label: string[];
  author: string[];
}

export type Step =
  /** What the service says of some articles, at once. */
  | { do: 'deliver'; all: Said[] }
  | { do: 'make'; kind: Kind; name: string }
  | { do: 'rename'; kind: Kind; nth: number; name: string }
  | { do: 'delete'; kind: Kind; nth: number }
  /** Retention takes the bodies that nothing needs. */
  | { do: 'age' }
  | { do: 'rebuild' };

const kind = fc.constantFrom<Kind>('label', 'author');
/** One may be called otherwise than the service calls any. */
const name = fc.constantFrom(...NAMES, NAMES[0]?.toUpperCase() ?? '', 'Other');
const nth = fc.nat(11);
const said = fc.record({
  article: fc.nat(ARTICLES - 1),
  word: fc.constantFrom('draft', 'published', 'published', 'archived'),
  label: fc.shuffledSubarray(NAMES),
  author: fc.subarray(NAMES, { maxLength: 1 }),
});
const delivered = fc
  .uniqueArray(said, { minLength: 1, maxLength: ARTICLES, selector: ({ article }) => article })
  .map((all): Step => ({ do: 'deliver', all }));
const made = fc.record({ do: fc.constant('make' as const), kind, name });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: delivered },
  { weight: 1, arbitrary: made },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('rename' as const), kind, nth, name }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), kind, nth }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
  { weight: 2, arbitrary: fc.constant<Step>({ do: 'age' }) },
);
/** A site has some of them before it hears of the service. */
export const histories = fc
  .tuple(
    fc.array(made, { maxLength: 4 }),
    delivered,
    fc.array(step, { minLength: 3, maxLength: 12 }),
  )
  .map(([own, first, others]): Step[] => [...own, first, ...others]);
