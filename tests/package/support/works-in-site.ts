import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { ReceiverStatus } from '../../../src/plugins/article-receiver/shared/deliveries';
import { startBrowser, signIn } from '../../e2e/support/browser';
import { registerOwner } from '../../e2e/support/people';
import { makeDelivery } from '../../support/deliveries';
import { samples } from '../../support/samples';
import { until } from '../../support/until';
import { attempt, run } from './commands';
import { generateSite, type GeneratedSite } from './generated-site';
import { packPlugin } from './packed-plugin';
import { serve, type ServedSite } from './served-site';

/** Of these there may be one copy in a site: a second one has a memory of its own. */
const SINGLE = /^(@strapi\/.+|react|react-dom|react-router-dom|react-intl|styled-components)$/;

async function statusOf(directory: string): Promise<ReceiverStatus> {
  const { code, output } = await attempt('npx', ['article-receiver', 'status', '--json'], {
    cwd: directory,
    env: { NODE_ENV: 'production', JWT_SECRET: 'a-secret-of-the-package-tests' },
  });
  if (code !== 0) throw new Error(`article-receiver status: ${code}\n${output}`);
  return JSON.parse(
    output.slice(output.indexOf('{'), output.lastIndexOf('}') + 1),
  ) as ReceiverStatus;
}

/** The packages that the plugin brought along for itself, instead of using the site's. */
async function ownCopies(directory: string): Promise<string[]> {
  const folder = join(directory, 'node_modules/strapi-plugin-article-receiver/node_modules');
  const names = await readdir(folder).catch(() => []);
  const scoped = await Promise.all(
    names.map(async (name) =>
      name.startsWith('@')
        ? (await readdir(join(folder, name))).map((inner) => `${name}/${inner}`)
        : [name],
    ),
  );
  return scoped.flat();
}

/** Everything that a site of a Strapi version has to do with the plugin from its package. */
export function describeSite(version: string, language: 'typescript' | 'javascript'): void {
  describe(`a new ${language} site on Strapi ${version}`, () => {
    let site: GeneratedSite;
    let served: ServedSite | null = null;
    let browser: Browser | null = null;

    beforeAll(async () => {
      site = await generateSite(version, language, await packPlugin());
    });
    afterEach(async () => {
      await browser?.close();
      await served?.stop();
      browser = served = null;
    });
    afterAll(() => site?.remove());

    it('installs without a second copy of what Strapi brings', async () => {
      expect((await ownCopies(site.directory)).filter((name) => SINGLE.test(name))).toEqual([]);
      const listed = await run(
        'npm',
        ['ls', '@strapi/design-system', 'react-intl', '--parseable'],
        {
          cwd: site.directory,
        },
      );
      const places = listed.split('\n').filter((line) => line.startsWith('/'));
      expect(new Set(places).size).toBe(places.length);
      expect(places.filter((place) => place.split('node_modules').length > 2)).toEqual([]);
    });

    it('builds its admin panel, and receives the samples in production', async () => {
      await run('npx', ['strapi', 'build'], {
        cwd: site.directory,
        env: { NODE_ENV: 'production', JWT_SECRET: 'x' },
      });
      served = await serve(site.directory, 'start');
      // What the receiver changes inside Strapi is where this version has it (server/src/site).
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
      await until('the samples to be projected', async () => {
        served ??= await serve(site.directory, 'start');
        return (await statusOf(site.directory)).counts.pending === 0;
      });
      expect((await statusOf(site.directory)).counts).toMatchObject({
        applied: 2,
        superseded: 5,
        parked: 1,
        failed: 0,
        quarantined: 0,
      });
    });

    it('shows its admin pages and goes on receiving in develop', async () => {
      served = await serve(site.directory, 'develop');
      const owner = await registerOwner(served.url);
      const delivery = makeDelivery({ article: { title: 'Received in develop' } });
      expect((await served.deliver(Buffer.from(JSON.stringify(delivery)))).status).toBe(202);
      browser = await startBrowser();
      // Which news Strapi shows, if any, depends on its version.
      const page = await signIn(browser, served.url, owner, 'en', false);
      await page.goto('/admin/plugins/article-receiver');
      await page.getByText('Received in develop').first().waitFor();
      expect(await page.getByRole('grid').count()).toBe(1);
    });
  });
}
