import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const LEASE = 'plugin::article-receiver.lease';

describe('a mail server that takes a mail and never answers', () => {
  let directory: string;
  let site: Site;

  const subjects = (): string[] => {
    const file = join(directory, 'mails');
    if (!existsSync(file)) return [];
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return lines.map((line) => (JSON.parse(line) as { subject: string }).subject);
  };
  const isMet = () => readFileSync(join(directory, 'hangs'), 'utf8') === 'met';
  const park = () => arrive(site, makeDelivery({ event: 'article.unheard_of' }));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'article-receiver-mail-'));
    const hangWhile = join(directory, 'hangs');
    writeFileSync(hangWhile, '');
    const provider = join(__dirname, '..', 'support', 'providers', 'mail-to-file.js');
    const providerOptions = { file: join(directory, 'mails'), hangWhile };
    const settings = { defaultFrom: 'site@example.com' };
    site = await bootSite({
      siteConfig: { plugins: { email: { config: { provider, providerOptions, settings } } } },
      pluginConfig: { alerts: { group: { withinMs: 0 }, mail: { to: ['ops@example.com'] } } },
    });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(directory, { recursive: true, force: true });
  });

  it('keeps no later digest from being sent, with what was in that one', async () => {
    const lines = await logLines(site, async () => {
      await park();
      await until('the first digest', isMet);
      rmSync(join(directory, 'hangs'));
      await until('the next digest', async () => {
        // An hour passes, and something goes on.
        await site.strapi.db.query(LEASE).deleteMany({ where: { name: 'digest' } });
        await park();
        return subjects().length > 0;
      });
    });
    expect(lines.join('\n')).toContain('the digest could not be sent: the mail server did not');
    expect(subjects()[0]).toMatch(/^Article Receiver: \d+ things wait/);
  });
});
