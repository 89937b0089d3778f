import type { Step } from './named-entries-steps';

/** The site's own author got another name, and the next delivery took the article from them. */
const RENAMED: Step[] = [
  { do: 'make', kind: 'author', name: 'One' },
  { do: 'make', kind: 'label', name: 'One' },
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['One'], author: ['One'] }] },
  { do: 'rename', kind: 'author', nth: 0, name: 'Other' },
  { do: 'rename', kind: 'label', nth: 0, name: 'Other' },
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['One', 'Two'], author: ['One'] }] },
];

/** What a delivery brought that is shown no more is made again by a rebuild, like all that was ever said. */
const MADE_AGAIN: Step[] = [
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['One', 'Two'], author: [] }] },
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: [], author: [] }] },
  { do: 'delete', kind: 'label', nth: 1 },
];

/** Two names led to one entry, as somebody had called it. It was deleted, and made again for one of them. */
const LED_BY_TWO: Step[] = [
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['Two'], author: [] }] },
  { do: 'rename', kind: 'label', nth: 0, name: 'One' },
  { do: 'deliver', all: [{ article: 1, word: 'draft', label: ['One', 'Two'], author: [] }] },
  { do: 'delete', kind: 'label', nth: 0 },
];

/** Another got the name and was deleted, and the one that was made for it is called otherwise: it counts again. */
const BACK_TO_ITS_OWN: Step[] = [
  { do: 'make', kind: 'label', name: 'Two' },
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['One'], author: [] }] },
  { do: 'rename', kind: 'label', nth: 0, name: 'ONE' },
  { do: 'deliver', all: [{ article: 0, word: 'draft', label: ['One'], author: [] }] },
  { do: 'delete', kind: 'label', nth: 0 },
  { do: 'rename', kind: 'label', nth: 0, name: 'Other' },
  { do: 'deliver', all: [{ article: 1, word: 'draft', label: ['One'], author: [] }] },
];

/** Who publishes an author publishes which drafts lead to them, as Strapi does from the other side of a relation. */
const FROM_THE_OTHER_SIDE: Step[] = [
  { do: 'make', kind: 'author', name: 'One' },
  { do: 'deliver', all: [{ article: 1, word: 'published', label: [], author: [] }] },
  { do: 'deliver', all: [{ article: 1, word: 'draft', label: [], author: ['One'] }] },
  { do: 'deliver', all: [{ article: 2, word: 'published', label: [], author: ['One'] }] },
  { do: 'deliver', all: [{ article: 2, word: 'draft', label: [], author: [] }] },
  { do: 'rename', kind: 'author', nth: 0, name: 'Two' },
];

/** Histories that found something, or hold a rule, kept. */
export const FOUND: Step[][] = [
  RENAMED,
  MADE_AGAIN,
  LED_BY_TWO,
  BACK_TO_ITS_OWN,
  FROM_THE_OTHER_SIDE,
];
