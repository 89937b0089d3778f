import type { Step } from './slug-adopted-steps';

const deliver = (
  article: number,
  time: number,
  word: 'ready' | 'published' | 'archived' = 'ready',
): Step => ({ do: 'deliver', article, time, word, says: 0 });

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
];
