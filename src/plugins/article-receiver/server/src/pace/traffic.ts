import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** Who sends one delivery after the other sends the next within this time, in milliseconds. */
const NEXT_MS = 3;
/** How often it is looked again whether the stream has ended, in milliseconds. */
const LOOK_MS = 1;

/** The deliveries that are being received by this process. */
export class Traffic {
  private underWay = 0;
  private lastEnded = -Infinity;

  constructor(private readonly nextMs = NEXT_MS) {}

  /** A delivery begins to come in. @returns to be called when it is answered. */
  enter(): () => void {
    this.underWay += 1;
    return () => {
      this.underWay -= 1;
      this.lastEnded = performance.now();
    };
  }

  /** Also for a moment after the last answer: the next delivery may be on its way. */
  get isBusy(): boolean {
    return this.underWay > 0 || performance.now() - this.lastEnded < this.nextMs;
  }

  /** Resolves when no deliveries stream in, or after so many milliseconds. */
  async quiet(atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs;
    while (this.isBusy && performance.now() < until) await sleep(LOOK_MS);
  }
}

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default (): Traffic => new Traffic();

/** The traffic of a site, in this process. */
export const trafficOf = (strapi: Core.Strapi): Traffic =>
  strapi.plugin(PLUGIN_ID).service<Traffic>('traffic');
