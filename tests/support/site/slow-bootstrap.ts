import { join } from 'node:path';
import { shownArticle } from '../articles/articles';
import { makeDelivery } from '../feed/deliveries';
import { eventually } from '../eventually';
import { bootSite } from './site';

const SLOW = join(__dirname, '..', 'sites', 'slow-bootstrap.js');
const HOUR_MS = 60 * 60_000;

/**
 * Stops a site with an alert to send and a delivery to project, starts it with a slow bootstrap of its own, and
 * expects that this is over before either is done.
 * @param runner options of the plugin that say who projects.
 */
export async function expectToWaitForBootstrap(runner: object): Promise<void> {
  const alerts = (withinMs: number) => ({
    ...runner,
    alerts: { news: ['arrived'], group: { withinMs } },
  });
  const site = await bootSite({ index: SLOW, pluginConfig: alerts(HOUR_MS) });
  try {
    const [told, projected] = [makeDelivery(), makeDelivery()];
    await site.deliver(told);
    await site.settle();
    await site.restart({ ...alerts(HOUR_MS), work: false });
    await site.deliver(projected);
    await site.restart(alerts(0));
    const heard = () => site.strapi.get('heard') as string[];
    await eventually(async () => expect(heard()).toContain(told.article.id));
    await site.settle();
    const article = await shownArticle(site, projected.article.id, 'draft');
    expect(article).toMatchObject({ category: 'By the site' });
  } finally {
    await site.destroy();
  }
}
