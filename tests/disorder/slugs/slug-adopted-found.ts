import type { Step, Word } from './slug-adopted-steps';

const deliver = (article: number, time: number, word: Word = 'ready'): Step => ({
  ...{ do: 'deliver', article, all: [{ time, word, says: 0 }] },
});

/** Histories that found something, kept. */
export const FOUND: Step[][] = [
  // Somebody made the article again after it was deleted, and what differs in that one was offered for the deleted one.
  [
    { do: 'make', id: 0, slug: null, isPublished: false, isFull: true },
    deliver(0, 0),
    { do: 'delete', nth: 0 },
    { do: 'make', id: 0, slug: null, isPublished: false, isFull: true },
    deliver(0, 1),
  ],
  // An importer's slug looked like a number of the one that was asked for and taken: it went once that was free.
  [
    { do: 'make', id: null, slug: '0', isPublished: true, isFull: true },
    { do: 'make', id: 2, slug: null, isPublished: false, isFull: true },
    deliver(2, 0),
    { do: 'make', id: 0, slug: '0-2', isPublished: false, isFull: true },
    deliver(0, 0),
    { do: 'delete', nth: 0 },
    deliver(0, 1),
  ],
  // Of two entries with the id the older one’s changes were discarded: the younger was gone on with.
  [
    { do: 'make', id: 0, slug: null, isPublished: true, isFull: true },
    { do: 'make', id: 0, slug: null, isPublished: false, isFull: true },
    { do: 'discardDraft', nth: 0 },
    deliver(0, 0),
  ],
  // Somebody deleted the article after the service had changed its word, and made it anew, public: that word takes nothing
  // of theirs offline.
  [
    { do: 'make', id: 0, slug: null, isPublished: true, isFull: true },
    deliver(0, 1, 'published'),
    deliver(0, 2, 'archived'),
    { do: 'delete', nth: 0 },
    { do: 'make', id: 0, slug: null, isPublished: true, isFull: true },
  ],
  // The same with a word that arrives late: it was said before the one that was known when the article was deleted.
  [
    { do: 'make', id: 0, slug: null, isPublished: true, isFull: true },
    deliver(0, 2, 'archived'),
    { do: 'delete', nth: 0 },
    { do: 'make', id: 0, slug: null, isPublished: true, isFull: true },
    deliver(0, 1, 'published'),
  ],
];
