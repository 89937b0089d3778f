import type { EVENTS, Step } from './slug-steps';

type Status = keyof typeof EVENTS;

const deliver = (article: number, status: Status, slug: number): Step => ({
  article,
  do: 'deliver',
  status,
  slug,
});

/** Histories that found something, kept. */
export const FOUND: Step[][] = [
  // One asks again for the slug that readers knew it by, and that is the draft's of another, whom they know by
  // another slug: nothing led from there any more.
  [
    deliver(1, 'published', 1),
    deliver(1, 'published', 2),
    { article: 1, do: 'rename', slug: 2 },
    deliver(0, 'draft', 0),
    deliver(2, 'published', 2),
    deliver(2, 'draft', 1),
    deliver(2, 'draft', 1),
    deliver(0, 'draft', 0),
    deliver(2, 'archived', 1),
    { article: 1, do: 'publish' },
    deliver(1, 'published', 1),
    deliver(2, 'draft', 2),
  ],
  // The same, without the other giving it up again.
  [
    deliver(1, 'published', 1),
    deliver(1, 'published', 2),
    deliver(2, 'published', 2),
    deliver(2, 'archived', 1),
    deliver(1, 'published', 1),
  ],
  // Archived, and renamed before somebody publishes it again.
  [
    deliver(0, 'published', 0),
    deliver(1, 'published', 0),
    deliver(1, 'archived', 0),
    { article: 1, do: 'rename', slug: 1 },
    { article: 1, do: 'publish' },
  ],
];
