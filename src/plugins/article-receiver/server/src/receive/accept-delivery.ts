import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { reasonOf, type Reason } from '../../../shared/deliveries/reasons';
import { factsOf } from '../read-delivery/facts';
import { whole } from '../read-delivery/lift';
import { readDelivery, type Reading } from '../read-delivery/read';
import { isTestDelivery, isTestTokenName } from '../read-delivery/test-delivery';
import type { Appended } from '../event-log/append';
import { eventLogOf } from '../event-log/event-log';
import type { Arrival, ArrivalPast } from '../event-log/arrival';
import { refusalOf } from './check-sender';
import { quarantineGateOf } from './quarantine-gate';

/** How a body came in. */
export interface Origin {
  /** Epoch milliseconds. */
  receivedAt: number;
  /** Name of the token that it came with. */
  token: string;
  remoteAddress: string | null;
  userAgent: string | null;
  /** What another log knows of it, when it comes from there. */
  past?: ArrivalPast;
}

export type Acceptance =
  /** Kept; also where it waits in quarantine because the site does not accept its sender. */
  | { kind: 'kept'; appended: Appended }
  /** Kept as it is, but it cannot be processed. */
  | { kind: 'quarantined'; appended: Appended; fault: 'malformed' | 'invalid'; issues: Issue[] }
  /** Not kept: it belongs in quarantine, which is full. */
  | { kind: 'no-room' };

/** A body as it came in, whole. */
export interface Body {
  bytes: Buffer;
  /** SHA-256 of the bytes, 64 hex digits. */
  digest: string;
}

/**
 * Takes a body in: it is in the log when this returns, unless it belongs in quarantine and there is no
 * room.
 * @throws Error of the database when it cannot take the append; then nothing is kept.
 */
export async function accept(strapi: Core.Strapi, body: Body, origin: Origin): Promise<Acceptance> {
  const { arrival, reading } = await arrivalOf(strapi, body, origin);
  if (!(await quarantineGateOf(strapi).takes(arrival))) return { kind: 'no-room' };
  const appended = await eventLogOf(strapi).append(arrival);
  if (reading.kind === 'delivery' || appended.outcome === 'duplicate') {
    return { kind: 'kept', appended };
  }
  return { kind: 'quarantined', appended, fault: reading.kind, issues: reading.issues };
}

/** A body as the log takes it, and what can be read in it. */
export async function arrivalOf(
  strapi: Core.Strapi,
  { bytes, digest }: Body,
  origin: Origin,
): Promise<{ arrival: Arrival; reading: Reading }> {
  const { lifted, reading } = readDelivery(bytes);
  const isUsable = reading.kind === 'delivery';
  // A test is the site's own: whose deliveries it takes is not asked, and nothing is pinned to it.
  const isTest = isUsable && isTestTokenName(origin.token) && isTestDelivery(reading.delivery);
  const reason = isUsable
    ? isTest
      ? null
      : await refusalOf(strapi, reading.delivery)
    : quarantineReason(reading.issues);
  const arrival: Arrival = {
    ...origin,
    past: origin.past ?? null,
    digest,
    byteSize: bytes.length,
    // Whole in quarantine, so that nothing of it stays behind when it is dropped.
    lifted: reason === null ? lifted : whole(bytes),
    state: reason === null ? 'pending' : 'quarantined',
    reason,
    issues: reading.issues,
    facts: factsOf(reading),
  };
  return { arrival, reading };
}

function quarantineReason([first]: readonly Issue[]): Reason {
  const { path = '', message = 'it cannot be used', code, values } = first ?? {};
  if (code === undefined) {
    return reasonOf('asWorded', { text: path === '' ? message : `${path}: ${message}` });
  }
  return path === ''
    ? reasonOf('unusable', { ...values, issue: code })
    : reasonOf('unusableField', { ...values, issue: code, path });
}
