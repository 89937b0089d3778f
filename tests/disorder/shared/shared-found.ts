import type { Said, Step } from './shared-steps';

const says = (article: number, time: number, said: Partial<Said>): Step => ({
  do: 'deliver',
  article,
  time,
  said: { tags: [], campaign: 0, picture: null, isPublished: false, ...said },
});

/** Histories that once came out wrong. */
export const FOUND: Step[][] = [
  // Readers had an older publication without the tag and the campaign that were deleted and had come back.
  [
    says(0, 1, { tags: [{ tag: 'a', writing: 0 }], isPublished: true }),
    says(0, 2, { tags: [{ tag: 'a', writing: 0 }] }),
    { do: 'delete', what: 'a' },
    { do: 'delete', what: 'campaign' },
    says(0, 3, { tags: [{ tag: 'a', writing: 0 }] }),
  ],
  // The tag that somebody made in the place of another was not found, because the service writes it in capitals.
  [
    says(0, 1, { tags: [{ tag: 'a', writing: 1 }] }),
    { do: 'delete', what: 'a' },
    { do: 'make', what: 'a' },
    says(0, 2, { tags: [{ tag: 'a', writing: 1 }] }),
  ],
];
