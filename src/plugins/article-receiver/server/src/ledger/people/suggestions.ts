import type { Core } from '@strapi/types';
import type { Alerts } from './alerts';
import type { DecisionRow } from './decisions';
import { fromJson, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { inTransaction } from '../../database/transaction';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';
import { asIfMade } from '../../projection/merge/unmade';
import { askedTogether } from '../../run-context/looks';

/** The feed's value for a field that an editor changed, offered instead of being written. */
export type Suggestion = Omit<RowOf<typeof TABLES.suggestion>, 'value'> & { value: unknown };

/** Values of the feed for fields that an editor changed, which a person decides on. */
export class Suggestions {
  constructor(
    private readonly strapi: Core.Strapi,
    private readonly alerts: Alerts,
  ) {}

  private get rows() {
    return rows(this.strapi, TABLES.suggestion);
  }

  /** Suggestions, newest first. */
  async find(where: SuggestionFilter, limit = 100): Promise<Suggestion[]> {
    const found = await this.rows.findMany({ where, orderBy: { id: 'desc' }, limit });
    return found.map(toSuggestion);
  }

  /** How many suggestions of some streams nobody has decided on, by the streams' keys. */
  async countOpen(streamKeys: readonly string[]): Promise<Map<string, number>> {
    const open = await this.rows.findMany({
      select: ['streamKey'],
      where: { streamKey: { $in: streamKeys }, state: 'open' },
    });
    const counts = new Map<string, number>();
    for (const { streamKey } of open) counts.set(streamKey, (counts.get(streamKey) ?? 0) + 1);
    return counts;
  }

  /** The newest suggestion of a stream for a field, however many there were for others since; null where there is none. */
  async newestFor(streamKey: string, field: string): Promise<Suggestion | null> {
    const [newest = null] = await this.find({ streamKey, field }, 1);
    return newest;
  }

  /** The suggestion that a decision rejected, where no other one came after it; null otherwise. */
  async rejectedBy(decision: DecisionRow): Promise<Suggestion | null> {
    const { kind, choice, subject, streamKey, deliveryPosition } = decision;
    if (kind !== 'suggestion' || choice !== 'rejected') return null;
    const newest = streamKey && subject && (await this.newestFor(streamKey, subject));
    if (!newest) return null;
    const isIt = newest.state === 'rejected' && newest.deliveryPosition === deliveryPosition;
    return isIt ? newest : null;
  }

  /** Records the end of a suggestion. Joins the caller's transaction. */
  async close(
    id: number,
    state: Exclude<Suggestion['state'], 'open'>,
    decidedBy: string | null = null,
  ): Promise<void> {
    await this.rows.update({
      where: { id },
      data: { state, decidedBy, decidedAt: Date.now() },
    });
  }

  /**
   * Ends the open suggestions of a stream that some of its deliveries made, where nothing is to come of these any more.
   * Joins the caller's transaction.
   */
  async withdraw(streamKey: string, positions: ReadonlySet<number>): Promise<void> {
    if (positions.size === 0) return;
    const open = await readOpen(this.strapi, streamKey);
    const ids = open.filter((row) => positions.has(row.deliveryPosition)).map(({ id }) => id);
    if (ids.length === 0) return;
    await this.rows.updateMany({
      where: { id: { $in: ids }, state: 'open' },
      data: { state: 'gone', decidedAt: Date.now() },
    });
  }

  /**
   * Brings the open suggestions of a stream in line with what its newest delivery offers.
   * Joins the caller's transaction.
   * @param offered the feed's values by field.
   */
  async offer(
    stream: { streamKey: string; documentId: string; deliveryPosition: number },
    offered: Fields,
  ): Promise<void> {
    const open = await readOpen(this.strapi, stream.streamKey);
    const kept = new Set<string>();
    for (const { id, documentId, field, value } of open) {
      // One for another entry, that was deleted or is of another type, nobody finds beside this one.
      const isHere = documentId === stream.documentId;
      if (!isHere || !Object.hasOwn(offered, field)) await this.close(id, 'gone');
      else if (isSameOffer(value, offered[field])) kept.add(field);
      else await this.close(id, 'superseded');
    }
    for (const [field, value] of Object.entries(offered)) {
      if (kept.has(field)) continue;
      const { id } = await this.rows.create({
        data: {
          ...stream,
          field,
          value: toJson(value ?? null),
          state: 'open',
          createdAt: Date.now(),
        },
      });
      const { deliveryPosition } = stream;
      await inTransaction(this.strapi, ({ trx }) =>
        this.alerts.record(trx, { kind: 'suggestion', deliveryPosition, suggestionId: id }),
      );
    }
  }
}

/** Whether two values are the same to who decides: a document that was deleted meanwhile has its id again. */
const isSameOffer = (one: unknown, other: unknown): boolean =>
  fingerprint(asIfMade(one)) === fingerprint(asIfMade(other));

/** The open suggestions of a stream, newest first. Joins the caller's transaction. */
const readOpen = askedTogether(async (strapi, streamKeys: readonly string[]) => {
  const found = await rows(strapi, TABLES.suggestion).findMany({
    where: { streamKey: { $in: [...new Set(streamKeys)] }, state: 'open' },
    orderBy: { id: 'desc' },
  });
  return (streamKey: string): Suggestion[] =>
    found.filter((row) => row.streamKey === streamKey).map(toSuggestion);
});

const toSuggestion = (row: RowOf<typeof TABLES.suggestion>): Suggestion => ({
  ...row,
  value: fromJson(row.value),
});

export interface SuggestionFilter {
  id?: number;
  streamKey?: string;
  documentId?: string;
  field?: string;
  state?: Suggestion['state'];
}
