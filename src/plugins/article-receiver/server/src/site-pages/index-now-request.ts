import type { AnnouncementRow } from '../ledger/pages/announcements';

/** Most addresses that one request names; IndexNow takes ten thousand. */
const MAX_URLS = 1_000;

/** Addresses of one host that are told together. */
export interface Together {
  host: string;
  rows: AnnouncementRow[];
}

/** What IndexNow is told: https://www.indexnow.org/documentation. */
export interface IndexNowBody {
  host: string;
  key: string;
  keyLocation: string;
  urlList: string[];
}

/** Addresses by their host, so many at a time. */
export function byHost(rows: readonly AnnouncementRow[]): Together[] {
  const hosts = new Map<string, AnnouncementRow[]>();
  for (const row of rows) {
    const { host } = new URL(row.url);
    hosts.set(host, [...(hosts.get(host) ?? []), row]);
  }
  return [...hosts].flatMap(([host, all]) =>
    Array.from({ length: Math.ceil(all.length / MAX_URLS) }, (_, at) => ({
      host,
      rows: all.slice(at * MAX_URLS, (at + 1) * MAX_URLS),
    })),
  );
}

export function indexNowBody(
  { host, rows }: Together,
  { key, keyLocation }: { key: string; keyLocation?: string | undefined },
): IndexNowBody {
  const [first] = rows;
  // It is good for its own host alone.
  const isThere = keyLocation !== undefined && new URL(keyLocation).host === host;
  const base = first ? new URL(first.url).origin : `https://${host}`;
  return {
    host,
    key,
    keyLocation: isThere ? keyLocation : `${base}/${key}.txt`,
    urlList: rows.map(({ url }) => url),
  };
}

/**
 * What an answer means: it was taken; to be tried again; or refused, which will not be otherwise until
 * somebody changes the key, its file or the endpoint.
 */
export function meaningOf(status: number): 'taken' | 'again' | 'refused' {
  if (status === 200 || status === 202) return 'taken';
  if (status === 408 || status === 429 || status < 400 || status >= 500) return 'again';
  return 'refused';
}

/** How long an answer asks to wait, in milliseconds; at most a day. @param header `Retry-After`. */
export function askedToWait(header: string | undefined, now: number): number {
  const seconds = /^\d+$/.test(header ?? '')
    ? Number(header) * 1_000
    : Date.parse(header ?? '') - now;
  return Number.isNaN(seconds) ? 0 : Math.min(Math.max(0, seconds), 24 * 60 * 60_000);
}
