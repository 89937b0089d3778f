import type { OverwrittenStep } from './overwritten-steps';

const says = { title: 0, tldr: 0, description: 0, keyword: 0 };

/** Histories in which people's work once was shown instead of the service's. */
export const FOUND: OverwrittenStep[][] = [
  // The service's text was put back in the draft alone: nothing had to be written, and readers kept the person's.
  [
    { do: 'deliver', time: 0, word: 'published', says },
    { do: 'save', field: 'title', retypes: null, publish: true, tellsWhen: false },
    { do: 'save', field: 'title', retypes: 0, publish: false, tellsWhen: false },
    { do: 'rebuild' },
  ],
];
