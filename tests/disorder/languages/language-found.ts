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
  // The service publishes what a person had published, by a delivery that comes late.
  [
    { do: 'deliver', time: 3, word: 'ready', language: 'en', says: 1 },
    { do: 'publish', language: 'en' },
    { do: 'deliver', time: 0, word: 'published', language: 'en', says: 2 },
    { do: 'deliver', time: 6, word: 'ready', language: 'de', says: 1 },
  ],
  // Somebody writes over their own text after it came along into the other language.
  [
    { do: 'deliver', time: 5, word: 'archived', language: 'de', says: 2 },
    { do: 'write', language: 'de', field: 'title' },
    { do: 'deliver', time: 8, word: 'archived', language: 'en', says: 2 },
    { do: 'follow' },
    { do: 'deliver', time: 8, word: 'ready', language: 'de', says: 2 },
    { do: 'write', language: 'en', field: 'title' },
  ],
  // The service publishes nothing of what a person had published: it has archived it since.
  [
    { do: 'deliver', time: 10, word: 'archived', language: 'en', says: 2 },
    { do: 'publish', language: 'en' },
    { do: 'deliver', time: 6, word: 'published', language: 'en', says: 1 },
  ],
  // It publishes that while the article already waits to follow it into another language.
  [
    { do: 'deliver', time: 2, word: 'ready', language: 'de', says: 0 },
    { do: 'publish', language: 'de' },
    { do: 'deliver', time: 3, word: 'ready', language: 'en', says: 1 },
    { do: 'deliver', time: 2, word: 'published', language: 'de', says: 0 },
  ],
  // The article follows into a translation that a person had published: a rebuild published what it had filled in there.
  [
    { do: 'deliver', time: 8, word: 'ready', language: 'en', says: 0 },
    { do: 'publish', language: 'en' },
    { do: 'write', language: 'de', field: 'title' },
    { do: 'publish', language: 'de' },
    { do: 'deliver', time: 11, word: 'published', language: 'de', says: 2 },
    { do: 'follow' },
  ],
];
