import type { Core } from '@strapi/types';
import type { QuarantineRoom } from '../../../../shared/retention';
import { optionsOf } from '../../config/site-options';
import { amount, read, toJson } from '../../database/columns';
import { TABLES } from '../../database/models';
import { table } from '../../database/sql';
import { rows } from '../../database/rows';
import { storedReason, type Reason } from '../../../../shared/reasons';
import type { Issue } from '../../../../shared/deliveries';
import type { DeliveryFacts } from '../../delivery/facts';
import { streamKeyOf } from '../../delivery/identity';

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

  /** Records that a person decided against a quarantined delivery. It stays in the log. */
  async discard(position: number, reason: Reason): Promise<void> {
    const now = Date.now();
    await this.rows.updateMany({
      where: { id: position },
      data: { ...storedReason(reason), discardedAt: now, stateChangedAt: now },
    });
  }

  /** Lets a delivery out of quarantine, with what is known about it now that it can be read. */
  async accept(position: number, facts: DeliveryFacts, issues: Issue[]): Promise<void> {
    const streamKey = facts.articleId === null ? null : streamKeyOf(facts.articleId);
    await this.rows.updateMany({
      where: { id: position },
      data: {
        ...facts,
        streamKey,
        issues: toJson(issues),
        state: 'pending',
        ...storedReason(null),
        discardedAt: null,
        stateChangedAt: Date.now(),
      },
    });
  }
}
