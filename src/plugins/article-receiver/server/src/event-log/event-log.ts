import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Verified } from '../../../shared/deliveries/operations';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { TABLES } from '../database/tables';
import { isTaken } from '../database/sql';
import type { Lifted } from '../read-delivery/lift';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { createAppend, type Appended } from './append';
import type { Arrival } from './arrival';
import { heldImages, imageBytes, exactBody, storedBody, type StoredBody } from './bodies';
import { storeBlob } from './blobs';
import { loadStored, readStored, type LoadedDelivery, type StoredDelivery } from './load-delivery';
import { originsOf, type OriginRow } from './origins';
import { putBack } from './put-back';
import { createRetention, type Retention } from './retention';
import { countVerifiable, verify } from './verify';
import { rewriteBody } from './write-arrivals';

/**
 * What was delivered, in the order of its arrival, byte for byte: rows are added, and none is ever
 * changed but for bytes that retention drops. What became of a delivery, and of which stream it is,
 * is the ledger's. A position is a delivery's place in the log.
 */
export interface EventLog {
  /**
   * Appends a delivery. When this resolves, the delivery is committed: the answer may go out.
   * Bytes that the log has are a duplicate, also where they come several times at once.
   */
  append(arrival: Arrival): Promise<Appended>;
  /**
   * Appends deliveries in their order, together. Those whose bytes the log has are left alone.
   * @param arrivals with a digest each that no other of them has.
   * @returns those that were appended.
   */
  appendInOrder(arrivals: readonly Arrival[]): Promise<readonly Arrival[]>;
  /**
   * Stores again what retention dropped of a delivery that the log has.
   * @returns whether anything was.
   */
  putBack(arrival: Arrival): Promise<boolean>;
  /** Whether it has the bytes with a SHA-256. */
  has(digest: string): Promise<boolean>;
  /** How deliveries came, by their position. */
  origins(positions: readonly number[]): Promise<Map<number, OriginRow>>;
  /**
   * A body as the log keeps it; null when retention dropped it.
   * @throws Error where the log has nothing at this position.
   */
  stored(position: number): Promise<StoredBody | null>;
  /**
   * A body exactly as it was received, image data included; null when retention dropped it, or the
   * bytes of an image in it.
   * @throws Error where the log has nothing at this position.
   */
  body(position: number): Promise<Buffer | null>;
  /** A delivery, to look at; null when it cannot be read, or retention dropped its body. */
  look(position: number): Promise<StoredDelivery | null>;
  /**
   * A delivery, read again for its projection.
   * @throws BodyDropped when retention dropped the body.
   * @throws Error when it can no longer be read.
   */
  load(entry: StreamDelivery): Promise<LoadedDelivery>;
  /** The bytes of an image by their SHA-256; null when they are not stored. */
  image(digest: string): Promise<Buffer | null>;
  /** Those of some images whose bytes are stored, by their SHA-256. */
  imagesHeld(digests: readonly string[]): Promise<Set<string>>;
  /**
   * Stores the bytes of an image beside those that came in deliveries.
   * @returns their SHA-256, by which they are found.
   */
  storeImage(bytes: Buffer): Promise<string>;
  /**
   * Stores a body anew that the log has or had in another form: the same bytes, with its images cut
   * out or in their places. Joins the caller's transaction.
   */
  rewriteBody(trx: Knex.Transaction, digest: string, lifted: Lifted): Promise<void>;
  /** How many bodies and images `verify` checks. */
  countVerifiable(): Promise<{ bodies: number; images: number }>;
  /**
   * Checks that every body, put together again, still hashes to its digest, and every image to its
   * own. One at a time: memory holds the largest of them, not the log.
   */
  verify(): AsyncGenerator<Verified>;
  /** The only bytes that the log ever loses. */
  readonly retention: Retention;
}

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default ({ strapi }: { strapi: Core.Strapi }): EventLog => ({
  ...createAppend(strapi),
  putBack: (arrival) => putBack(strapi, arrival),
  has: (digest) => isTaken(strapi, TABLES.log, { digest }),
  origins: (positions) => originsOf(strapi, positions),
  stored: (position) => storedBody(strapi, position),
  body: (position) => exactBody(strapi, position),
  look: async (position) => {
    const body = await storedBody(strapi, position);
    return body && readStored(body);
  },
  load: async (entry) => loadStored(entry, await storedBody(strapi, entry.position)),
  image: (digest) => imageBytes(strapi, digest),
  imagesHeld: (digests) => heldImages(strapi, digests),
  storeImage: (bytes) => storeBlob(strapi, bytes),
  rewriteBody: (trx, digest, lifted) => rewriteBody(strapi, trx, digest, lifted),
  countVerifiable: () => countVerifiable(strapi),
  verify: () => verify(strapi),
  retention: createRetention(strapi),
});

/** The event log of a site. */
export const eventLogOf = (strapi: Core.Strapi): EventLog =>
  strapi.plugin(PLUGIN_ID).service<EventLog>('event-log');
