import { rm } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { ownTypesWith, POST, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery } from '../support/feed/deliveries';
import { panelOf } from './support/article-pages';
import { go } from './support/going';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const POSTS = `/content-manager/collection-types/${POST}`;

let types: string;
let site: RunningSite;
let owner: Owner;
let page: Page;
let close: OpenedSite['close'] | undefined;

beforeAll(async () => {
  // Names of ours, by which the site means something else.
  types = await ownTypesWith('post', {
    role: { type: 'string' },
    reviewVerdict: { type: 'string' },
  });
  const overlay = { types, plugin: { target: POST_TARGET } };
  ({ site, owner, page, close } = await openSite({ overlay }));
});
afterAll(async () => {
  await close?.();
  await rm(types, { recursive: true });
});

describe('beside an entry of a site’s own type', () => {
  it('nothing that editors wrote is told as what the service said', async () => {
    await site.deliver(makeDelivery({ article: { reviewVerdict: 'PASS' } }));
    await settled(owner);
    const { results } = await owner.get<{ results: { documentId: string }[] }>(POSTS);
    const address = `${POSTS}/${results[0]?.documentId}`;
    await owner.send('PUT', address, { role: 'Guest column', reviewVerdict: 'Third prize' });
    await go(page, `/admin${address}?plugins[i18n][locale]=en`);
    await panelOf(page).getByText('Last deliveries').waitFor();
    const told = await panelOf(page).innerText();
    expect(told).toContain('PASS');
    expect(told).not.toContain('Third prize');
    await expect(panelOf(page).getByRole('button', { name: 'Details' }).count()).resolves.toBe(0);
  });
});
