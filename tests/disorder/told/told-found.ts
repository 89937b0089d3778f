import type { ToldStep } from './told-steps';

/** Histories that once went wrong. */
export const FOUND: readonly ToldStep[][] = [
  // Nothing is published any more when the front end goes to another host: what is gone was refused at the former
  // one, at each start.
  [
    { do: 'deliver', article: 0, slug: 'a', word: 'published' },
    { do: 'wait' },
    { do: 'delete', article: 0 },
    { do: 'reboot', place: 'other host' },
    { do: 'deliver', article: 1, slug: 'b', word: 'published' },
  ],
];
