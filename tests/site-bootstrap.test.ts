import { join } from 'node:path';
import { shownArticle } from './support/articles';
import { makeDelivery } from './support/deliveries';
import { eventually } from './support/eventually';
import { bootSite } from './support/site';

const SLOW = join(__dirname, 'support', 'sites', 'slow-bootstrap.js');
const HOUR_MS = 60 * 60_000;

it('what was left to do when a site stopped is done when its own bootstrap is over, and heard by its code', async () => {
  const alerts = (withinMs: number) => ({ alerts: { news: ['arrived'], group: { withinMs } } });
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
});
