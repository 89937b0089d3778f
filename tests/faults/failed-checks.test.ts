import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery } from '../support/feed/deliveries';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

interface Drafts {
  results: { documentId: string }[];
}

describe('a check for a unique value that cannot be made', () => {
  let site: ProcessSite;
  let failing: string;

  beforeAll(async () => {
    site = await ProcessSite.create({
      overlay: {
        types: OWN_TYPES,
        index: join(__dirname, '..', 'support', 'sites', 'failing-checks.js'),
        plugin: {
          target: POST_TARGET,
          retry: { attempts: 100, firstDelayMs: 100, maxDelayMs: 400 },
          sweepIntervalMs: 1_000,
        },
      },
    });
    failing = join(site.directory, 'failing');
    await site.startWell({ FAILING_CHECKS: failing });
  });
  beforeEach(() => writeFile(failing, ''));
  afterAll(() => site?.destroy());

  const deliver = async (article: object, event = 'article.ready') => {
    const answer = await site.deliver(makeDelivery({ event, article }));
    return answer?.body.data?.deliveryId ?? '';
  };

  it('keeps a delivery from being applied for as long as that is so, and ends no process', async () => {
    const id = await deliver({ title: 'Sent', status: 'published' }, 'article.status_changed');
    await until('it to fail', async () => {
      const { state, reason } = await site.client.delivery(id);
      return state === 'failed' && reason === 'the line is dead';
    });
    await rm(failing);
    await site.client.settled();
    expect((await site.client.delivery(id)).state).toBe('applied');
    expect(site.isRunning).toBe(true);
  });

  it('is an error for whoever publishes by hand', async () => {
    const forms = `/content-manager/collection-types/${POST}`;
    await deliver({ title: 'By hand' });
    await site.client.settled();
    const { results } = await site.client.admin<Drafts>('GET', `${forms}?filters[title]=By hand`);
    const publish = `${forms}/${results[0]?.documentId}/actions/publish`;
    await expect(site.client.admin('POST', publish, {})).rejects.toThrow('publish: 500');
    expect(site.isRunning).toBe(true);
  });
});
