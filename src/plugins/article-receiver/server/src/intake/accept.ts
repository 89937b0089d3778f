import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries';
import { factsOf } from '../delivery/facts';
import { readBody } from '../delivery/read';
import { append, type Appended, type Arrival } from '../event-log/append';
import { refusalOf } from '../ledger/admission';

/** How a body came in. */
export interface Origin {
  /** Epoch milliseconds. */
  receivedAt: number;
  /** Name of the token that it came with. */
  token: string;
  remoteAddress: string | null;
  userAgent: string | null;
}

export type Acceptance =
  /** Kept; also where it waits in quarantine because the site does not accept its sender. */
  | { kind: 'kept'; appended: Appended }
  /** Kept as it is, but it cannot be processed. */
  | { kind: 'quarantined'; appended: Appended; fault: 'malformed' | 'invalid'; issues: Issue[] };

/**
 * Takes a body in: whatever it is, it is in the log when this returns.
 * @throws Error of the database when it cannot take the append; then nothing is kept.
 */
export async function accept(
  strapi: Core.Strapi,
  body: Buffer,
  origin: Origin,
): Promise<Acceptance> {
  const digest = createHash('sha256').update(body).digest('hex');
  const { lifted, reading } = readBody(body);
  const isUsable = reading.kind === 'delivery';
  const reason = isUsable
    ? await refusalOf(strapi, reading.delivery)
    : quarantineReason(reading.issues);
  const arrival: Arrival = {
    ...origin,
    digest,
    byteSize: body.length,
    lifted,
    state: reason === null ? 'pending' : 'quarantined',
    reason,
    issues: reading.issues,
    facts: factsOf(reading),
  };
  const appended = await append(strapi, arrival);
  if (isUsable || appended.outcome === 'duplicate') return { kind: 'kept', appended };
  return { kind: 'quarantined', appended, fault: reading.kind, issues: reading.issues };
}

function quarantineReason([first]: readonly Issue[]): string {
  const { path = '', message = 'it cannot be used' } = first ?? {};
  return path === '' ? message : `${path}: ${message}`;
}
