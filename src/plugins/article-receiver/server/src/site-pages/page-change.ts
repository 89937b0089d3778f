/** What is known of an article's page. */
export interface KnownPage {
  /** Where it was published when somebody looked last; null when it was not. */
  url: string | null;
  /** What was published there. */
  version: string | null;
}

/** An article that is published at an address. */
export interface PublishedPage {
  url: string;
  /** Another one with each publication. */
  version: string;
  /** Epoch ms; null where nobody knows. */
  publishedAt: number | null;
}

/** What search engines are to be told of an address. */
export interface Announcement {
  url: string;
  kind: 'present' | 'gone';
}

export interface PageChange {
  /** What is to be remembered. */
  page: KnownPage;
  /** Whether the page is to be looked at. */
  isNew: boolean;
  announce: Announcement[];
  /** Where it was at another host; null where it was at none. */
  left: string | null;
}

/**
 * What it comes to that an article is published where it is now, or not any more; null when nothing
 * changed.
 * @param since what was published before is remembered as it is: nobody asked for it then. Epoch ms.
 */
export function pageChange(
  known: KnownPage | null,
  now: PublishedPage | null,
  since: number,
): PageChange | null {
  const before = known?.url ?? null;
  if (now === null) {
    if (before === null) return null;
    return {
      page: { url: null, version: null },
      isNew: false,
      announce: [{ url: before, kind: 'gone' }],
      left: null,
    };
  }
  const { url, version, publishedAt } = now;
  if (before === url && known?.version === version) return null;
  const isOld = known === null && publishedAt !== null && publishedAt < since;
  if (isOld) return { page: { url, version }, isNew: false, announce: [], left: null };
  const isElsewhere = before !== null && !isSameHost(before, url);
  const isMoved = before !== null && before !== url && !isElsewhere;
  return {
    page: { url, version },
    isNew: true,
    announce: [
      ...(isMoved ? [{ url: before, kind: 'gone' as const }] : []),
      { url, kind: 'present' },
    ],
    left: isElsewhere ? before : null,
  };
}

/** A front end that moved as a whole has no key at its former host any more. */
const isSameHost = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).host === new URL(other).host;
