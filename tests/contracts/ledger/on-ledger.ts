import type { Core } from '@strapi/strapi';
import { inTransaction } from '../../../src/plugins/article-receiver/server/src/database/transaction';
import { streamKeyOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/identity';
import type { DeliveryRow } from '../../../src/plugins/article-receiver/server/src/ledger/deliveries/delivery-row';
import type { Ledger } from '../../../src/plugins/article-receiver/server/src/ledger/ledger';
import type { WatchedSlug } from '../../../src/plugins/article-receiver/server/src/ledger/streams/slugs';
import type { StreamState } from '../../../src/plugins/article-receiver/server/src/projection/article/stream-state';

/** A transaction, as the ledger's parts take one. */
type Transaction = Parameters<Ledger['deliveries']['add']>[0];

/** The ledger of the one site that all of its contracts are held against. */
export class OnLedger {
  private made = 0;
  /** Far from what the log of the site has by itself. */
  private position = 1_000_000;

  constructor(
    readonly strapi: Core.Strapi,
    readonly ledger: Ledger,
  ) {}

  newId(): string {
    return `art_${(this.made += 1)}`;
  }

  newPosition(): number {
    return (this.position += 1);
  }

  newStream(): string {
    return streamKeyOf(this.newId());
  }

  within<Result>(work: (trx: Transaction) => Promise<Result>): Promise<Result> {
    return inTransaction(this.strapi, ({ trx }) => work(trx));
  }

  /** Does something in a transaction that comes to nothing. */
  async undone(work: (trx: Transaction) => Promise<unknown>): Promise<void> {
    const change = this.within(async (trx) => {
      await work(trx);
      throw new Error('undone');
    });
    await expect(change).rejects.toThrow('undone');
  }

  /** Changes a stream as a projection does; makes it where there is none. */
  changed(
    streamKey: string,
    how: (state: StreamState) => StreamState = (state) => state,
  ): Promise<void> {
    return this.within(async (trx) => {
      await this.ledger.streams.save(how(await this.ledger.streams.open(trx, streamKey, 'art')));
    });
  }

  /** A delivery of which the log knows nothing. @returns its position. */
  async delivery(what: Partial<DeliveryRow> = {}): Promise<number> {
    const id = this.newPosition();
    const row = {
      id,
      deliveryId: `dlv_${id}`,
      digest: String(id),
      receivedAt: 1_000,
      stateChangedAt: 1_000,
      byteSize: 1,
      state: 'pending',
      event: 'article.ready',
      duplicates: 0,
      failures: 0,
      ...what,
    } as const;
    await this.within((trx) => this.ledger.deliveries.add(trx, [row]));
    return id;
  }

  /** What is written down of the delivery at a position. */
  async row(position: number): Promise<DeliveryRow> {
    const [row] = await this.ledger.deliveries.at([position]);
    if (!row) throw new Error(`there is no delivery at ${position}`);
    return row;
  }
}

/** There once the site is booted. */
export type Booted = () => OnLedger;

const AT_ONCE = 8;

export const numbers = Array.from({ length: AT_ONCE }, (_, number) => number);

/** Slugs to watch by which readers never knew an article. */
export const unseen = (...slugs: string[]): WatchedSlug[] =>
  slugs.map((slug) => ({ slug, wasKnown: false }));

/** What a page or generator gives, all of it. */
export async function allOf<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}
