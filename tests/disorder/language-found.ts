import type { Step } from './language-steps';

/** Histories that found something, kept. */
export const FOUND: Step[][] = [
  // Two deliveries that ask to follow into a translation.
  [
    { do: 'deliver', time: 0, word: 'published', language: 'de', says: 1 },
    { do: 'deliver', time: 4, word: 'ready', language: 'de', says: 0 },
    { do: 'rebuild' },
    { do: 'write', language: 'en', field: 'title' },
    { do: 'deliver', time: 7, word: 'published', language: 'en', says: 2 },
    { do: 'deliver', time: 9, word: 'ready', language: 'en', says: 1 },
  ],
];
