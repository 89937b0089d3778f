import type { Core } from '@strapi/types';
import type { QuarantineRoom } from '../../../../shared/settings/retention';
import { optionsOf } from '../../config/site-options';
import { amount, read, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { table } from '../../database/sql';
import { rows } from '../../database/rows';
import { storedReason, type Reason } from '../../../../shared/deliveries/reasons';
import type { Issue } from '../../../../shared/deliveries/deliveries';
import type { DeliveryFacts } from '../../read-delivery/facts';
import { streamKeyOf } from '../../read-delivery/identity';
import type { DeliveryRow } from './delivery-row';

/** Deliveries that cannot be used, until somebody decides on them. */
export class Quarantine {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.delivery);
  }

  /** What waits in quarantine for somebody's decision, and the room that there is for it. */
  async room(): Promise<QuarantineRoom> {
    const [row] = await read(
      table(this.strapi, TABLES.delivery)
        .where({ state: 'quarantined' })
        .whereNull('discarded_at')
        .sum({ bytes: 'byte_size' }),
      { bytes: amount },
    );
    const { quarantineBytes } = optionsOf(this.strapi).retention;
    return { bytes: row?.bytes ?? 0, maxBytes: quarantineBytes };
  }

  /**
   * Records that a person decided against a quarantined delivery. It stays in the log.
   * @returns whether it waited in quarantine: somebody may have decided meanwhile.
   */
  async discard(position: number, reason: Reason): Promise<boolean> {
    const now = Date.now();
    return this.decide(asSeen({ id: position, discardedAt: null }), {
      ...storedReason(reason),
      discardedAt: now,
      stateChangedAt: now,
    });
  }

  /**
   * Lets a delivery out of quarantine, with what is known about it now that it can be read.
   * @param seen as whoever wants it out has seen it.
   * @returns whether it is out: not where somebody decided otherwise since then.
   */
  async accept(seen: Seen, facts: DeliveryFacts, issues: Issue[]): Promise<boolean> {
    const streamKey = facts.articleId === null ? null : streamKeyOf(facts.articleId);
    return this.decide(asSeen(seen), {
      ...facts,
      streamKey,
      issues: toJson(issues),
      state: 'pending',
      ...storedReason(null),
      discardedAt: null,
      stateChangedAt: Date.now(),
    });
  }

  /**
   * Records why a delivery that somebody wanted out stays where it is.
   * @returns whether it does: not where somebody decided otherwise since it was seen.
   */
  async refuse(seen: Seen, reason: Reason): Promise<boolean> {
    return this.decide(asSeen(seen), {
      ...storedReason(reason),
      discardedAt: seen.discardedAt,
      stateChangedAt: Date.now(),
    });
  }

  /** One statement: two who decide at once come one after the other, and the second sees the first. */
  private async decide(where: object, data: Partial<DeliveryRow>): Promise<boolean> {
    const { count } = await this.rows.updateMany({
      where: { ...where, state: 'quarantined' },
      data,
    });
    return count > 0;
  }
}

/** A quarantined delivery as somebody has seen it. */
type Seen = Pick<DeliveryRow, 'id' | 'discardedAt'>;

const asSeen = ({ id, discardedAt }: Seen): object => ({
  id,
  discardedAt: discardedAt ?? { $null: true },
});
