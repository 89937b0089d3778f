import fc from 'fast-check';
import {
  BESIDE,
  DEMANDED,
  FIELDS,
  isSaid,
  type Effect,
  type Field,
  type SaidField,
  type Values,
} from './people-model';
import { WAYS, type Action, type Way } from './people-ways';

/** Words of the service; `unknown` is one that nobody has decided on yet. */
export type Word = 'ready' | 'published' | 'archived' | 'unknown';

/** What happens to one article, by the service, by people and by the site. */
export type Step =
  /** Times jump: an older delivery may arrive late. */
  | { do: 'deliver'; time: number; word: Word; says: Record<SaidField, number> }
  | { do: 'open' }
  /**
   * Saves the open form, or one that is opened for it, with a value of a person's own or one that the
   * service may have had there; with the panel's word of when it was opened, or without.
   */
  | {
      do: 'save';
      field: Field;
      retypes: number | null;
      /** Puts back what is published of it, in the place of both. */
      takesBack?: boolean;
      publish: boolean;
      tellsWhen: boolean;
    }
  | { do: Action; by?: Way }
  | { do: 'retention' | 'rebuild' }
  /** Other code writes some fields of the entry, and may publish them with that: an importer, a script, an app. */
  | { do: 'import'; fields: Field[]; by?: Way; publish?: boolean }
  | { do: 'decideWord'; effect: Effect }
  | { do: 'suggestion'; which: number; accept: boolean }
  | { do: 'hold'; choice: 'release' | 'discard' | 'leave' }
  | { do: 'redrive'; which: number }
  | { do: 'repeat'; which: number };

export interface PeoplesHistory {
  /** An entry that an importer made before the first delivery. */
  imported: { fields: Field[]; isPublished: boolean } | null;
  steps: Step[];
}

const index = fc.nat(5);
const field = fc.constantFrom(...FIELDS);
const does = <Name extends string>(name: Name) => fc.constant({ do: name });
const by = fc.constantFrom(...WAYS);
const acts = (name: Action): fc.Arbitrary<Step> => fc.record({ do: fc.constant(name), by });

/** What the service says of an article. */
export const deliver = fc.record({
  do: fc.constant('deliver' as const),
  time: fc.nat(12),
  word: fc.constantFrom<Word[]>('ready', 'ready', 'published', 'published', 'archived', 'unknown'),
  says: fc.record({
    title: fc.nat(2),
    tldr: fc.nat(2),
    description: fc.nat(2),
    keyword: fc.nat(1),
  }),
});

/** What a person saves with a form. */
export const save = fc.record({
  do: fc.constant('save' as const),
  field,
  retypes: fc.option(fc.nat(2), { nil: null, freq: 3 }),
  takesBack: fc.constantFrom(true, false, false, false),
  publish: fc.boolean(),
  tellsWhen: fc.boolean(),
});

const imports = fc.record({
  do: fc.constant('import' as const),
  fields: fc.uniqueArray(field, { minLength: 1 }),
  by,
  publish: fc.constantFrom(true, false, false),
});

/** What is done to an entry without a form. */
export const withoutForm: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: imports },
  ...(['publish', 'unpublish', 'discardDraft', 'delete', 'unpublishAndDiscard'] as const).map(acts),
);

/** What a person decides beside the article, on what the service would change or publish. */
export const decision: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constant('suggestion' as const),
    which: index,
    accept: fc.boolean(),
  }),
  fc.record({
    do: fc.constant('hold' as const),
    choice: fc.constantFrom('release' as const, 'discard' as const, 'leave' as const),
  }),
);

/** Any step of a history. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: deliver },
  { weight: 4, arbitrary: save },
  { weight: 3, arbitrary: does('open') },
  { weight: 2, arbitrary: acts('publish') },
  { weight: 1, arbitrary: acts('unpublish') },
  { weight: 1, arbitrary: acts('discardDraft') },
  { weight: 1, arbitrary: acts('unpublishAndDiscard') },
  { weight: 1, arbitrary: acts('delete') },
  { weight: 1, arbitrary: does('retention') },
  { weight: 1, arbitrary: does('rebuild') },
  { weight: 2, arbitrary: imports },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('decideWord' as const),
      effect: fc.constantFrom<Effect[]>('draft', 'publish', 'unpublish'),
    }),
  },
  { weight: 4, arbitrary: decision },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('redrive' as const), which: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: index }) },
);

/** Histories of one article: what the service says comes first, unless somebody made it before. */
export const peoplesHistories: fc.Arbitrary<PeoplesHistory> = fc
  .record({
    imported: fc.option(
      fc.record({
        fields: fc.uniqueArray(fc.constantFrom<Field[]>('tldr', 'description', 'keyword', 'note')),
        isPublished: fc.boolean(),
      }),
      { nil: null, freq: 5 },
    ),
    first: deliver,
    steps: fc.array(step, { minLength: 2, maxLength: 14 }),
  })
  .map(({ imported, first, steps }) => ({ imported, steps: [first, ...steps] }));

/** What a delivery says; values come again, as a service's do. */
export const serviceValues = (says: Record<SaidField, number>): Values => ({
  ...(Object.fromEntries(
    FIELDS.filter(isSaid).map((name) => [name, serviceValue(name, says[name])]),
  ) as Record<SaidField, string>),
  [BESIDE]: '',
});

/** The service's value of a field; empty where it has none for what the site demands. */
export const serviceValue = (name: Field, number: number): string =>
  name === DEMANDED && number === 2 ? '' : `Service ${name} ${number}`;
