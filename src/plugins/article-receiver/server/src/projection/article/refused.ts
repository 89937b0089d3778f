/** A word on publication that Strapi refused to carry out. */
export interface Refused {
  /** Position of the delivery whose publication was refused. */
  position: number;
  /** The fields at fault: an editor's change in one of them is meant to be published, and holds nothing. */
  fields: string[];
  /** Fingerprint of the content to be published; not recorded by earlier versions. */
  fingerprint?: string;
  /** Whether the article was to be taken offline, and not published. */
  isOffline?: boolean;
  /** Positions of older deliveries whose publication was refused as well. */
  older?: number[];
}

/** Whether the publication of a delivery is known to have been refused. */
export const wasRefused = (refused: Refused | null, position: number): boolean =>
  refused?.position === position || refused?.older?.includes(position) === true;

/**
 * Combines what was known of refused publications with the outcome of another try.
 * @param known what was known before.
 * @param latest the publication that the feed wants, which was refused.
 * @param tried the older one that was tried in its place; null where none was.
 */
export function refusedNow(
  known: Refused | null,
  latest: Refused,
  tried: { position: number; isRefused: boolean } | null,
): Refused {
  const all = new Set(known ? [known.position, ...(known.older ?? [])] : []);
  if (tried?.isRefused) all.add(tried.position);
  else if (tried) all.delete(tried.position);
  all.delete(latest.position);
  return all.size === 0 ? latest : { ...latest, older: [...all].sort((a, b) => a - b) };
}
