import type { Core } from '@strapi/types';
import { optionsOf } from '../../config/site-options';
import { ledgerOf } from '../../ledger/ledger';
import { metricsOf } from '../../metrics/metrics';
import { pagesSummary } from '../site-pages/pages';
import { countPlanned } from './planned';

/** What monitors read: the metrics as text, and its media type. Null while they are turned off. */
export async function readMetrics(
  strapi: Core.Strapi,
): Promise<{ type: string; text: string } | null> {
  const ledger = ledgerOf(strapi);
  if (!optionsOf(strapi).metrics.enabled) return null;
  const metrics = metricsOf(strapi);
  const { registry, deliveries, oldestPendingSeconds, planned } = metrics;
  for (const [state, count] of Object.entries((await ledger.counts.all()).counts)) {
    deliveries.set({ state }, count);
  }
  const oldest = await ledger.deliveries.oldestPending();
  oldestPendingSeconds.set(oldest === null ? 0 : Math.max(0, Date.now() - oldest) / 1_000);
  planned.set(await countPlanned(strapi));
  const pages = await pagesSummary(strapi);
  metrics.wrongPages.set(pages?.wrong ?? 0);
  metrics.indexNowWaiting.set(pages?.indexNow?.waiting ?? 0);
  const { bytes, maxBytes } = await ledger.quarantine.room();
  metrics.quarantineBytes.set(bytes);
  metrics.quarantineMaxBytes.set(maxBytes);
  return { type: registry.contentType, text: await registry.metrics() };
}
