import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { nextRetryAt, nextStreamBehind } from '../event-log/deliveries';
import { explain } from './faults';
import { runJobStep } from './run-job';
import { runStream } from './run-stream';
import type { Runner } from './runner';

/** How soon a stream that somebody else is busy with is looked at again, in milliseconds. */
const AGAIN_MS = 500;

/**
 * Works through the streams that are behind, one at a time, within the site's own process. A kick
 * is only a hint: the sweep finds what a lost kick, a crash or a retry left behind.
 */
export function createEmbeddedRunner(strapi: Core.Strapi, options: () => Options): Runner {
  let isStarted = false;
  let running: string | null = null;
  let loop: Promise<void> | null = null;
  let wakeAt: NodeJS.Timeout | null = null;
  let hinted = false;

  const wake = () => {
    if (!isStarted) return;
    hinted = true;
    loop ??= work().finally(() => {
      loop = null;
      if (hinted) wake();
    });
  };

  /** Never rejects: whatever went wrong, the next sweep tries again. */
  async function work(): Promise<void> {
    try {
      while (isStarted && hinted) {
        hinted = false;
        await drain();
      }
    } catch (error) {
      strapi.log.error(`article-receiver: the runner was interrupted: ${explain(error)}`);
    }
    await sleepUntilNext();
  }

  /** Projects every stream that is behind; the database says which are. */
  async function drain(): Promise<void> {
    const later: string[] = [];
    while (isStarted) {
      const streamKey = await nextStreamBehind(strapi, Date.now(), later);
      if (streamKey === null) {
        // Deliveries first; a rebuild takes what time they leave.
        if (await runJobStep(strapi, options())) continue;
        break;
      }
      running = streamKey;
      const result = await runStream(strapi, streamKey, options()).finally(() => (running = null));
      if (result === 'again') later.push(streamKey);
    }
    if (later.length > 0) setTimeout(wake, AGAIN_MS).unref();
  }

  async function sleepUntilNext(): Promise<void> {
    const { sweepIntervalMs } = options();
    const next = await nextRetryAt(strapi).catch(() => null);
    const delay = next === null ? sweepIntervalMs : Math.min(sweepIntervalMs, next - Date.now());
    if (wakeAt) clearTimeout(wakeAt);
    if (isStarted) wakeAt = setTimeout(wake, Math.max(0, delay)).unref();
  }

  return {
    kind: 'embedded',
    start: () => {
      isStarted = true;
      wake();
    },
    kick: wake,
    running: () => running,
    idle: async () => {
      while (loop) await loop;
    },
    stop: async () => {
      isStarted = false;
      if (wakeAt) clearTimeout(wakeAt);
      while (loop) await loop;
    },
  };
}
