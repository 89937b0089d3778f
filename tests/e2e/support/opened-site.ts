import type { Browser, Page } from 'playwright-core';
import { signIn, startBrowser } from './browser';
import { registerOwner, type Owner } from './people';
import { startSite, type RunningSite, type SiteOptions } from './running-site';

/** A site of its own, and a browser in which its owner is signed in. */
export interface OpenedSite {
  site: RunningSite;
  owner: Owner;
  browser: Browser;
  page: Page;
  close(): Promise<void>;
}

/** Starts a site and signs its owner in. What did start is stopped where the rest does not. */
export async function openSite(options?: SiteOptions): Promise<OpenedSite> {
  const site = await startSite(options);
  let browser: Browser | null = null;
  const close = async () => {
    await browser?.close();
    await site.stop();
  };
  try {
    const owner = await registerOwner(site.url);
    browser = await startBrowser();
    return { site, owner, browser, page: await signIn(browser, site.url, owner), close };
  } catch (error) {
    await close();
    throw error;
  }
}
