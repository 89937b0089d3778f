import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Placeholders } from '../../../../shared/wording';
import { fromJson, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { findRows, type RowOf } from '../../database/rows';
import { columns, table } from '../../database/sql';

/**
 * What fetching an image gave: the digest of its bytes, or why there are none. With both, they are those of
 * another delivery of the article.
 */
export type FetchOutcome = { digest: string } | FetchFailure;

export interface FetchFailure {
  /** What an issue says of it. */
  why: Placeholders;
  fetchedAt: number;
  digest?: string;
}

const outcomeOf = ({ digest, why: written, fetchedAt }: FetchedRow): FetchOutcome => {
  const why = fromJson(written);
  if (digest === null) return { why: why ?? { why: '' }, fetchedAt };
  return why === null ? { digest } : { digest, why, fetchedAt };
};

const keyOf = (position: number, url: string): string =>
  createHash('sha256').update(`${position}\n${url}`).digest('hex');

type FetchedRow = Pick<RowOf<typeof TABLES.fetchedImage>, 'digest' | 'why' | 'fetchedAt'>;

/** What fetching the images of deliveries gave. */
export class FetchedImages {
  constructor(private readonly strapi: Core.Strapi) {}

  /** What is known about the images that were fetched for a delivery, by their address. */
  async of(deliveryPosition: number): Promise<Map<string, FetchOutcome>> {
    const found = await findRows(
      this.strapi,
      TABLES.fetchedImage,
      ['url', 'digest', 'why', 'fetchedAt'],
      (images) => images.where(columns({ deliveryPosition })),
    );
    return new Map(found.map((row) => [row.url, outcomeOf(row)]));
  }

  /** The digest of what an address gave last for any delivery of an article; null when it gave nothing. */
  async inStream(streamKey: string, url: string): Promise<string | null> {
    const positions = table(this.strapi, TABLES.delivery)
      .where(columns({ streamKey }))
      .select('id');
    const found = await findRows(this.strapi, TABLES.fetchedImage, ['url', 'digest'], (images) =>
      images
        .whereIn('delivery_position', positions)
        .where({ url })
        .whereNotNull('digest')
        .whereNull('why')
        .orderBy([
          { column: 'fetched_at', order: 'desc' },
          { column: 'id', order: 'desc' },
        ]),
    );
    // By letter case, which not every database minds.
    return found.find((image) => image.url === url)?.digest ?? null;
  }

  /**
   * Remembers what fetching an image gave, so that projecting the delivery again gives the same
   * whatever the address answers by then.
   */
  async remember(deliveryPosition: number, url: string, outcome: FetchOutcome): Promise<void> {
    const { digest, why } = { digest: null, why: null, ...outcome };
    const row = {
      deliveryPosition,
      url,
      digest,
      why: why && toJson(why),
      fetchedAt: Date.now(),
    };
    await table(this.strapi, TABLES.fetchedImage)
      .insert(columns({ sourceKey: keyOf(deliveryPosition, url), ...row }))
      .onConflict('source_key')
      .merge();
  }
}
