import type { Settings } from './reboot-settings';
import type { Epoch, Says, Step, Word } from './reboot-steps';

const OWN: Settings = {
  ...{ mapped: null, edits: 'keep', adopt: 'id', ready: false },
  ...{ published: 'publish', archived: 'unpublish', html: 'escape', changes: null },
  ...{ folder: 'Articles', small: false, german: 'park', addresses: null },
};
const POSTS: Settings = {
  ...OWN,
  mapped: {
    ...{ excerpt: 'description', note: null, source: 'author', seo: 'title' },
    ...{ takeaways: false, category: true, labels: true, author: false, cover: false, body: false },
  },
};

const SAYS: Says = {
  ...{ title: 2, tldr: 1, description: 0, author: 0, category: 0 },
  ...{ tags: 3, takeaways: 0, picture: 2, day: 0 },
};
const deliver = (time: number, word: Word): Step => ({
  ...{ do: 'deliver', article: 0, time, word, says: SAYS },
});
const remove: Step = { do: 'delete', article: 0, elsewhere: false };
const make: Step = { do: 'make', article: 0, by: 'id', publish: true };

/** Histories that were once played wrongly, the smallest of each kind. */
export const FOUND: Epoch[][] = [
  // Somebody had deleted the article: where articles go by now, it was made, and published.
  [
    { settings: OWN, rebuilds: false, steps: [deliver(1, 'published'), remove] },
    { settings: POSTS, rebuilds: true, steps: [] },
  ],
  // Somebody made and published an entry in the place of the deleted one: an older word took it offline.
  [
    {
      settings: POSTS,
      rebuilds: false,
      steps: [deliver(1, 'ready'), deliver(4, 'archived'), remove, make, { do: 'rebuild' }],
    },
  ],
];
