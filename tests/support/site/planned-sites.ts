import { makeDelivery, type WireDelivery } from '../feed/deliveries';
import { SiteClient } from './client';
import type { ProcessSite } from './process-site';
import { until } from '../until';

interface AttemptsOf {
  attempts: { changes: string[] }[];
}

/** Sites that publish on planned days, and articles that are planned for one and the same day. */
export function plannedSites() {
  const DAY = '2026-12-20';
  const plugin = {
    publishOnReady: 'planned',
    planned: { time: '09:00', timeZone: 'Europe/Berlin' },
    sweepIntervalMs: 200,
  };
  const planned = (title: string): WireDelivery =>
    makeDelivery({
      article: {
        title,
        status: 'draft',
        contentPlan: { ...makeDelivery().article.contentPlan, plannedForDate: DAY },
      },
    });

  /** How often each article was put online, by what is known of its deliveries. */
  async function publicationsOf(at: ProcessSite, articles: readonly WireDelivery[]) {
    const client = new SiteClient(at.url);
    const summaries = await client.deliveries();
    return Promise.all(
      articles.map(async ({ article }) => {
        const own = summaries.filter(({ articleId }) => articleId === article.id);
        const details = await Promise.all(own.map(({ deliveryId }) => client.delivery(deliveryId)));
        const attempts = details.flatMap((detail) => (detail as unknown as AttemptsOf).attempts);
        return attempts.filter(({ changes }) => changes.includes('publish')).length;
      }),
    );
  }

  const publishedBecome = (at: ProcessSite, articles: readonly WireDelivery[]) =>
    until('all to be online', async () => {
      const shown = await at.client.entries<{ sourceId: string }>('/articles');
      const ids = shown.map(({ sourceId }) => sourceId);
      return articles.every(({ article }) => ids.includes(article.id));
    });

  return {
    overlay: { plugin },
    // Minutes apart, so that sessions last.
    BEFORE: `${DAY}T07:55:00Z`,
    AFTER: `${DAY}T08:00:05Z`,
    planned,
    publicationsOf,
    publishedBecome,
  };
}
