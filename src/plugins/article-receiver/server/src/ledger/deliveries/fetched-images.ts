import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import { TABLES } from '../../database/tables';
import { findRows } from '../../database/rows';
import { columns, table } from '../../database/sql';

/** What fetching an image gave: the digest of its bytes, or why there are none. */
export type FetchOutcome = { digest: string } | { reason: string; fetchedAt: number };

const keyOf = (position: number, url: string): string =>
  createHash('sha256').update(`${position}\n${url}`).digest('hex');

/** What fetching the images of deliveries gave. */
export class FetchedImages {
  constructor(private readonly strapi: Core.Strapi) {}

  /** What is known about the images that were fetched for a delivery, by their address. */
  async of(deliveryPosition: number): Promise<Map<string, FetchOutcome>> {
    const found = await findRows(
      this.strapi,
      TABLES.fetchedImage,
      ['url', 'digest', 'reason', 'fetchedAt'],
      (images) => images.where(columns({ deliveryPosition })),
    );
    return new Map(
      found.map(({ url, digest, reason, fetchedAt }) => [
        url,
        digest === null ? { reason: reason ?? '', fetchedAt } : { digest },
      ]),
    );
  }

  /**
   * Remembers what fetching an image gave, so that projecting the delivery again gives the same
   * whatever the address answers by then.
   */
  async remember(deliveryPosition: number, url: string, outcome: FetchOutcome): Promise<void> {
    const { digest, reason } = { digest: null, reason: null, ...outcome };
    const row = { deliveryPosition, url, digest, reason, fetchedAt: Date.now() };
    await table(this.strapi, TABLES.fetchedImage)
      .insert(columns({ sourceKey: keyOf(deliveryPosition, url), ...row }))
      .onConflict('source_key')
      .merge();
  }
}
