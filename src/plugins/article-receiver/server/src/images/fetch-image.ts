import { getGuarded, type Got } from '../guarded-requests/get-guarded';
import type { Reach } from '../guarded-requests/guarded-request';
import { readImageUrl, type HostTest } from './fetch-url';

const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif';

/** What may be fetched, and how much of it. */
export interface FetchRules extends Reach {
  isHostAllowed: HostTest;
  /** Largest answer, in bytes. */
  maxBytes: number;
}

/** What came of a fetch; why nothing did, as a sentence's end for a person. */
export type Fetched = { ok: true; bytes: Buffer } | { ok: false; reason: string };

const failed = (reason: string): Fetched => ({ ok: false, reason });

/**
 * Fetches what an address of a listed host answers, over https and without cookies. A redirect is
 * followed within the same host only. The address that is connected to is checked as the
 * connection is made. Never rejects, and says nothing about what the bytes are.
 */
export async function fetchImage(address: string, rules: FetchRules): Promise<Fetched> {
  const first = readImageUrl(address, rules.isHostAllowed);
  if (typeof first === 'string') return failed(first);
  const follow = (location: string, from: URL): URL | string => {
    const next = readImageUrl(location, rules.isHostAllowed, from);
    if (typeof next === 'string') return `it leads elsewhere, and ${next}`;
    return next.host === from.host ? next : 'it leads to another host';
  };
  const got = await getGuarded(first, { ...rules, accept: ACCEPT, follow });
  return got.kind === 'bytes' ? { ok: true, bytes: got.bytes } : failed(whyNone(got, rules));
}

function whyNone(got: Exclude<Got, { kind: 'bytes' }>, rules: FetchRules): string {
  switch (got.kind) {
    case 'status':
      return `the host answered ${got.status}`;
    case 'encoded':
      return 'the host answered in an encoding that was not asked for';
    case 'large':
      return `it is larger than ${rules.maxBytes} bytes (images.maxBytes)`;
    case 'away':
      return got.why ?? 'it leads on too many times';
    case 'slow':
      return 'it took too long (images.fetchTimeoutMs)';
    case 'failed':
      return got.why;
  }
}
