import type { Said, Step } from './shared-steps';

type Delivering = Extract<Step, { do: 'deliver' }>;

const says = (article: number, time: number, said: Partial<Said>): Delivering => ({
  do: 'deliver',
  article,
  time,
  isStrange: false,
  said: { tags: [], campaign: 0, picture: null, word: 'draft', ...said },
});

/** Histories that once came out wrong. */
export const FOUND: Step[][] = [
  // Readers had an older publication without the tag and the campaign that were deleted and had come back.
  [
    says(0, 1, { tags: [{ tag: 'a', writing: 0 }], word: 'published' }),
    says(0, 2, { tags: [{ tag: 'a', writing: 0 }] }),
    { do: 'delete', what: 'a' },
    { do: 'delete', what: 'campaign' },
    says(0, 3, { tags: [{ tag: 'a', writing: 0 }] }),
  ],
  // The tag that somebody made in the place of another was not found, because the service writes it in capitals.
  [
    says(0, 1, { tags: [{ tag: 'a', writing: 1 }] }),
    { do: 'delete', what: 'a' },
    { do: 'make', what: 'a' },
    says(0, 2, { tags: [{ tag: 'a', writing: 1 }] }),
  ],
  // A rebuild left the article out: its first delivery was in quarantine.
  [
    { ...says(0, 2, {}), isStrange: true },
    says(0, 1, { tags: [{ tag: 'a', writing: 0 }], word: 'published' }),
    { do: 'delete', what: 'a' },
  ],
];

const picture = (image: number, address = 0) => ({ picture: { image, address, words: 0 } });

/** Histories to which generated ones seldom come. */
export const SELDOM: Step[][] = [
  // A file comes back only with a delivery that brings it anew, then for all articles that have it.
  [
    says(0, 1, { ...picture(0), word: 'published' }),
    says(1, 1, picture(0)),
    { do: 'age', what: 'pictures' },
    { do: 'bulkRemove', image: 0 },
    { do: 'redrive', article: 0 },
    { do: 'rebuild' },
    says(2, 2, picture(0, 1)),
    { do: 'redrive', article: 0 },
    { do: 'redrive', article: 1 },
  ],
  // A picture of somebody's own stays, though nobody has the delivered one any more.
  [
    says(0, 1, picture(0)),
    { do: 'replace', image: 0 },
    { do: 'age', what: 'pictures' },
    says(1, 2, picture(0, 1)),
    { do: 'rebuild' },
    { do: 'age', what: 'pictures' },
    { do: 'remove', image: 0 },
    { do: 'rebuild' },
  ],
  // What was discarded can be had back until its body is gone.
  [
    { ...says(0, 1, { tags: [{ tag: 'a', writing: 0 }], ...picture(0) }), isStrange: true },
    { ...says(0, 2, { tags: [{ tag: 'b', writing: 0 }], ...picture(1) }), isStrange: true },
    { do: 'discard', nth: 0 },
    { do: 'accept', isOpen: true },
    { do: 'takeIn', nth: 0 },
    { do: 'accept', isOpen: false },
    { do: 'discard', nth: 0 },
    { do: 'age', what: 'discarded' },
    { do: 'accept', isOpen: true },
    { do: 'takeIn', nth: 0 },
    { do: 'rebuild' },
  ],
  // A rebuild takes in what waits, but for what somebody decided on.
  [
    { ...says(0, 1, { tags: [{ tag: 'a', writing: 0 }], ...picture(0) }), isStrange: true },
    { ...says(0, 2, { tags: [{ tag: 'b', writing: 0 }], ...picture(1) }), isStrange: true },
    { ...says(1, 3, { word: 'published', ...picture(1) }), isStrange: true },
    { do: 'discard', nth: 1 },
    says(1, 1, picture(0)),
    { do: 'accept', isOpen: true },
    { do: 'rebuild' },
    { do: 'age', what: 'bodies' },
    { do: 'age', what: 'pictures' },
    { do: 'rebuild' },
  ],
];
