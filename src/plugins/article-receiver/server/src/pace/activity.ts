import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** For how long something that was done counts as going on, in milliseconds. */
const LINGER_MS = 10_000;

/**
 * Whether anything goes on in this process of which others may have to be told, or that may come of
 * what others did: deliveries, projections, administrators at work.
 */
export class Activity {
  private lastAt = -Infinity;
  private readonly listeners = new Set<() => void>();

  constructor(private readonly lingerMs = LINGER_MS) {}

  /** Something goes on now. */
  note(): void {
    this.lastAt = performance.now();
    for (const listener of this.listeners) listener();
  }

  get isRecent(): boolean {
    return performance.now() - this.lastAt < this.lingerMs;
  }

  /** @returns what ends that. */
  onNote(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }
}

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default (): Activity => new Activity();

/** The activity of a site, in this process. */
export const activityOf = (strapi: Core.Strapi): Activity =>
  strapi.plugin(PLUGIN_ID).service<Activity>('activity');
