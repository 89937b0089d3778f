import type { ImageFault } from '../../../shared/deliveries/image-faults';
import type { RequestFault } from '../../../shared/deliveries/request-faults';
import type { Placeholders } from '../../../shared/wording';
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

/** What came of a fetch; or what an issue says of why nothing did. */
export type Fetched = { ok: true; bytes: Buffer } | { ok: false; why: Placeholders };

/**
 * Fetches what an address of a listed host answers, over https and without cookies. A redirect is
 * followed within the same host only. The address that is connected to is checked as the
 * connection is made. Never rejects, and says nothing about what the bytes are.
 */
export async function fetchImage(address: string, rules: FetchRules): Promise<Fetched> {
  const first = readImageUrl(address, rules.isHostAllowed);
  if (!(first instanceof URL)) return { ok: false, why: { ...first } };
  const follow = (location: string, from: URL): URL | string => {
    const next = readImageUrl(location, rules.isHostAllowed, from);
    if (!(next instanceof URL)) return `it leads elsewhere, and ${next.why}`;
    return next.host === from.host ? next : 'it leads to another host';
  };
  const got = await getGuarded(first, { ...rules, accept: ACCEPT, follow });
  if (got.kind === 'bytes') return { ok: true, bytes: got.bytes };
  return { ok: false, why: whyNone(got, rules) };
}

function whyNone(got: Exclude<Got, { kind: 'bytes' }>, { maxBytes }: FetchRules): Placeholders {
  switch (got.kind) {
    case 'status':
      return said('status', `the host answered ${got.status}`, { status: got.status });
    case 'encoded':
      return said('encoded', 'the host answered in an encoding that was not asked for');
    case 'large':
      return said('tooLarge', `it is larger than ${maxBytes} bytes (images.maxBytes)`, {
        max: maxBytes,
      });
    case 'away':
      if (got.why === null) return said('leadsOn', 'it leads on too many times');
      return said('leadsAway', got.why);
    case 'slow':
      return said('slow', 'it took too long (images.fetchTimeoutMs)');
    case 'failed':
      return said(got.fault, got.why, { detail: got.detail });
  }
}

const said = (
  fault: RequestFault | ImageFault,
  why: string,
  more: Placeholders = {},
): Placeholders => ({ why, fault, ...more });
