import type { Core } from '@strapi/types';

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

const known = new WeakMap<Core.Strapi, Activity>();

/** The activity of a site, in this process. */
export function activityOf(strapi: Core.Strapi): Activity {
  const activity = known.get(strapi) ?? new Activity();
  known.set(strapi, activity);
  return activity;
}
