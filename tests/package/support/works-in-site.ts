import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { ReceiverStatus } from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { startBrowser, signInByHand } from '../../e2e/support/browser';
import { registerOwner } from '../../e2e/support/people';
import { makeDelivery } from '../../support/feed/deliveries';
import { samples } from '../../support/feed/samples';
import { until } from '../../support/until';
import { addedByPlugin } from './added';
import { generateSite, type GeneratedSite } from './generated-site';
import { placeOf } from './installed';
import { packedPlugin, ROOT } from './packed-plugin';
import { serve, type ServedSite } from './served-site';
import { isOldest, type Setup } from './setups';

/** Of these there may be one copy in a site: a second one has a memory of its own. */
const SINGLE = [
  ...['react', 'react-dom', 'react-router-dom', 'react-intl', 'styled-components'],
  ...['@strapi/design-system', '@strapi/icons'],
];

/** Vite has the whole panel to prepare for the first page of `develop`, on a machine with other work. */
const DEVELOP_MS = 300_000;

async function statusOf(site: GeneratedSite): Promise<ReceiverStatus> {
  const { code, output } = await site.attempt('npx', ['article-receiver', 'status', '--json'], {
    NODE_ENV: 'production',
    JWT_SECRET: 'a-secret-of-the-package-tests',
  });
  if (code !== 0) throw new Error(`article-receiver status: ${code}\n${output}`);
  return JSON.parse(
    output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1),
  ) as ReceiverStatus;
}

/** Everything that a site has to do with the plugin from its package, whatever it is made with. */
export function describeSite(setup: Setup): void {
  const { strapi, language, node, installer, onSqlite } = setup;
  describe(`a new ${language} site on Strapi ${strapi}, Node ${node}${onSqlite ? ' and SQLite' : ''}, by ${installer}`, () => {
    let site: GeneratedSite;
    let served: ServedSite | null = null;
    let browser: Browser | null = null;

    beforeAll(async () => {
      site = await generateSite(setup, packedPlugin());
    });
    afterAll(async () => {
      await browser?.close();
      await served?.stop();
      await site?.remove();
    });

    it('runs on the Node that it says', async () => {
      const { output } = await site.attempt('node', ['--version']);
      expect(output.trim()).toMatch(new RegExp(`^v${node}\\.`));
    });

    it('has the plugin use the copies that Strapi’s own plugins use', async () => {
      const strapiItself = await placeOf('@strapi/strapi', site.directory);
      const upload = await placeOf('@strapi/upload', strapiItself);
      const plugin = await placeOf('strapi-plugin-article-receiver', site.directory);
      for (const name of SINGLE) {
        expect([name, await placeOf(name, plugin)]).toEqual([name, await placeOf(name, upload)]);
      }
    });

    // Only npm says what would go with it.
    (installer === 'npm' ? it : it.skip)('grows by what the README says', async () => {
      const readme = await readFile(join(ROOT, 'README.md'), 'utf8');
      const [, packages, megabytes, older] =
        /adds (\d+) packages and (\d+) MB [^(]*\((\d+) packages on Strapi 5\.17\)/.exec(readme) ??
        [];
      const added = await addedByPlugin(site);
      const expected = Number(isOldest(setup) ? older : packages);
      expect({ ...added, count: added.packages.length }).toMatchObject({ count: expected });
      if (!isOldest(setup)) expect(Math.round(added.bytes / 1_000_000)).toBe(Number(megabytes));
    });

    it('builds its admin panel, and receives the samples in production', async () => {
      const secrets = { NODE_ENV: 'production', JWT_SECRET: 'x' };
      const built = await site.attempt('npx', ['strapi', 'build'], secrets);
      if (built.code !== 0) throw new Error(built.output);
      served = await serve(site, 'start');
      // What the receiver changes inside Strapi is where this version has it (server/src/strapi-patches).
      expect(served.output()).not.toContain('is not as expected');
      for (const { file, bytes } of samples()) {
        expect([file, (await served.deliver(bytes)).status]).toEqual([file, 202]);
      }
      const page = await fetch(`${served.url}/admin/plugins/article-receiver`);
      expect([page.status, page.headers.get('content-type')]).toEqual([
        200,
        expect.stringContaining('text/html'),
      ]);
      const assets = join(site.directory, language === 'typescript' ? 'dist/build' : 'build');
      const chunks = (await readdir(assets, { recursive: true })).filter((name) =>
        /\.js$/.test(name),
      );
      const texts = await Promise.all(chunks.map((name) => readFile(join(assets, name), 'utf8')));
      expect(
        texts.some(
          (text) =>
            text.includes('article-receiver/deliveries') || text.includes('getReceiverStatus'),
        ),
      ).toBe(true);
    });

    it('answers on the command line, in production', async () => {
      await until(
        'the samples to be projected',
        async () => (await statusOf(site)).counts.pending === 0,
      );
      expect((await statusOf(site)).counts).toMatchObject({
        applied: 2,
        superseded: 5,
        parked: 1,
        failed: 0,
        quarantined: 0,
      });
    });

    it('shows its admin pages and goes on receiving in develop', async () => {
      await served?.stop();
      const { output } = (served = await serve(site, 'develop'));
      const owner = await registerOwner(served.url);
      const delivery = makeDelivery({ article: { title: 'Received in develop' } });
      expect((await served.deliver(Buffer.from(JSON.stringify(delivery)))).status).toBe(202);
      browser = await startBrowser();
      const signedIn = signInByHand(browser, served.url, owner, DEVELOP_MS);
      const page = await signedIn.catch((error) => {
        throw new Error(`${String(error)}\n\n${output()}`, { cause: error });
      });
      await page.goto('/admin/plugins/article-receiver');
      await page.getByText('Received in develop').first().waitFor();
      expect(await page.getByRole('table').count()).toBe(1);
    });
  });
}
