import { deliver, LACKING, says } from './people-found';
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
];
