import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { optionsOf } from '../config/site-options';
import { ledgerOf } from '../ledger/ledger';
import { eventLogOf } from '../event-log/event-log';
import type { Arrival } from '../event-log/arrival';

/** For how long a count is good: what is counted grows with what somebody sends. */
const COUNT_LASTS_MS = 1_000;

/** How often an instance asks whether it is its turn to tell them. */
const ASKED_EVERY_MS = 60_000;

/** Whether what belongs in quarantine finds room there, as far as this instance knows. */
class QuarantineGate {
  private bytes = 0;
  private counted = Promise.resolve();
  /** Times of `performance.now()`. */
  private countedAt = -Infinity;
  private askedAt = -Infinity;

  constructor(private readonly strapi: Core.Strapi) {}

  /**
   * Whether there is room for a delivery, if it belongs in quarantine. What waits there is kept until
   * somebody decides, so what has no room must not be acknowledged. What arrives in the same moment may
   * take a little more room than there is.
   */
  async takes({ state, digest, byteSize }: Arrival): Promise<boolean> {
    if (state !== 'quarantined') return true;
    await this.know();
    if (this.bytes + byteSize <= optionsOf(this.strapi).retention.quarantineBytes) {
      this.bytes += byteSize;
      return true;
    }
    // What is in the log already takes no room.
    if (await eventLogOf(this.strapi).has(digest)) return true;
    await this.tell();
    return false;
  }

  private know(): Promise<void> {
    if (performance.now() - this.countedAt > COUNT_LASTS_MS) {
      this.countedAt = performance.now();
      this.counted = this.count();
    }
    return this.counted;
  }

  private async count(): Promise<void> {
    try {
      this.bytes = (await ledgerOf(this.strapi).quarantine.room()).bytes;
    } catch (error) {
      this.countedAt = -Infinity;
      throw error;
    }
  }

  /** Tells people that what belongs in quarantine is refused, from one instance, once a day. */
  private async tell(): Promise<void> {
    const now = performance.now();
    if (now - this.askedAt < ASKED_EVERY_MS) return;
    this.askedAt = now;
    if (!(await ledgerOf(this.strapi).alerts.recordOnceADay('quarantine-full'))) return;
    this.strapi.log.error(
      'article-receiver: the quarantine is full (retention.quarantineBytes): what belongs there is refused until somebody decides on what it holds',
    );
  }
}

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default ({ strapi }: { strapi: Core.Strapi }): QuarantineGate => new QuarantineGate(strapi);

export const quarantineGateOf = (strapi: Core.Strapi): QuarantineGate =>
  strapi.plugin(PLUGIN_ID).service<QuarantineGate>('quarantine-gate');
