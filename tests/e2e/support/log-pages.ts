import type { Download, Page } from 'playwright-core';
import { samples } from '../../support/feed/samples';
import { go } from './going';
import type { Owner } from './people';
import { settled, type RunningSite } from './running-site';

/** The address of the log in the admin. */
export const LOG = '/admin/plugins/article-receiver';

/** Opens the page of a delivery, and waits until it shows what became of that. */
export async function openDelivery(page: Page, deliveryId: string): Promise<void> {
  await go(page, `${LOG}/deliveries/${deliveryId}`);
  await page.getByRole('heading', { name: 'What became of it' }).waitFor();
}

/** What a page gave to download. */
export async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/**
 * Brings in the sample deliveries one after the other, the first of them once more, and one that is none.
 * @returns the ids of the last sample, which waits for a decision, and of what is in quarantine.
 */
export async function deliverSamples(
  site: RunningSite,
  owner: Owner,
): Promise<{ parkedId: string; quarantinedId: string }> {
  let parkedId = '';
  for (const { bytes } of samples()) {
    parkedId = await site.deliver(bytes);
    await settled(owner);
  }
  await site.deliver(samples()[0]?.bytes ?? Buffer.alloc(0));
  return { parkedId, quarantinedId: await site.deliver({ event: 'article.ready' }) };
}
