import { deliver, LACKING, says } from '../people/people-found';
import type { AnyStep } from './settings-steps';

/** Histories that were once played wrongly, the smallest of each kind. */
export const FOUND: AnyStep[][] = [
  // A dry run held the draft's text against what the site demands, where an older delivery is published.
  [
    deliver(1, 'archived'),
    deliver(2, 'unknown', says(0, 0, LACKING)),
    { do: 'words', policy: { archived: 'publish' }, then: { do: 'rebuild' } },
  ],
  // All that was said of an article is ignored by now: a dry run said that nothing would change.
  [
    deliver(1, 'archived'),
    { do: 'words', policy: { archived: 'ignore' }, then: { do: 'rebuild' } },
  ],
  // Somebody had deleted the article: once a word did something else, an older delivery asked for it to come back.
  [
    deliver(1, 'published'),
    deliver(2, 'ready'),
    deliver(3, 'archived'),
    { do: 'delete' },
    { do: 'words', policy: { archived: 'ignore', ready: 'publish' }, then: { do: 'rebuild' } },
  ],
  // Somebody had published the draft by hand: once it was an older delivery's turn, that went out over it.
  [
    deliver(2, 'archived', says(1)),
    deliver(1, 'published'),
    { do: 'publish' },
    { do: 'words', policy: { archived: 'draft' }, then: { do: 'rebuild' } },
  ],
  // What somebody had published by hand over an older word was published once more when the words meant what they had
  // meant before, and was no longer theirs: the older word's turn, once more, went out over it.
  [
    deliver(6, 'ready'),
    deliver(12, 'published', says(2)),
    { do: 'publish' },
    { do: 'words', policy: { ready: 'publish', published: 'draft' }, then: { do: 'rebuild' } },
    { do: 'words', policy: { ready: 'draft', published: 'publish' }, then: { do: 'rebuild' } },
    { do: 'words', policy: { ready: 'publish', published: 'draft' }, then: { do: 'rebuild' } },
  ],
];
