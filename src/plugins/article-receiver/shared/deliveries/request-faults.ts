/**
 * Why another server gave no answer that can be used, for the words of the admin: `request.why.FAULT` in each
 * translation. The issue has the same in English.
 */
export const REQUEST_FAULTS = [
  'noConnection',
  'notPublic',
  'encoded',
  'status',
  'slow',
  'leadsAway',
  'leadsOn',
  'noAddress',
  'notHttps',
  'withUser',
  'notListed',
] as const;

export type RequestFault = (typeof REQUEST_FAULTS)[number];
