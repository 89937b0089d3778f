import fc from 'fast-check';
import { censusOf } from '../support/articles/census';
import { databaseKind } from '../support/databases/database';
import { DatabaseLine } from '../support/databases/database-line';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const kind = databaseKind();

/** Each of what is sent to the database for an article would take a minute; `BREAKS_EVERY=1` does it. */
const EVERY = Number(process.env.BREAKS_EVERY ?? 8);
const [FIRST = 1] = fc.sample(fc.integer({ min: 1, max: EVERY }), 1);

const ARTICLE = 'plugin::article-receiver.article';
const RETRY = { attempts: 100, firstDelayMs: 50, maxDelayMs: 300 };

/** A published article with a picture of its own. */
async function article(number: number): Promise<WireDelivery> {
  const color = `#${(number * 0x010305).toString(16).padStart(6, '0')}`;
  const hero = await makeImage({ width: 300, height: 200, color }, { kind: 'hero' });
  return makeDelivery({
    event: 'article.status_changed',
    article: {
      title: `Number ${number}`,
      status: 'published',
      heroImageUrl: hero.url,
      images: [hero],
    },
  });
}

(kind === 'sqlite' ? describe.skip : describe)('a connection that breaks off anywhere', () => {
  let line: DatabaseLine;
  let site: ProcessSite;
  let undisturbed: ProcessSite;

  beforeAll(async () => {
    line = await DatabaseLine.to(kind === 'mysql' ? 'mysql' : 'postgres');
    const overlay = { plugin: { retry: RETRY, sweepIntervalMs: 500 } };
    site = await ProcessSite.create({
      overlay,
      env: { DATABASE_HOST: '127.0.0.1', DATABASE_PORT: String(line.port) },
    });
    undisturbed = await ProcessSite.create({ overlay });
    await Promise.all([site.startWell(), undisturbed.startWell()]);
  });
  afterAll(async () => {
    line?.mend();
    await Promise.all([site?.destroy(), undisturbed?.destroy()]);
    await line?.close();
  });

  it(`keeps no delivery from being stored and applied, once (from ${FIRST}, every ${EVERY})`, async () => {
    const sent: WireDelivery[] = [];
    for (let number = FIRST, isReached = true; isReached; number += EVERY) {
      const delivery = await article(number);
      sent.push(delivery);
      line.breakAt(number);
      const answer = await site.deliver(delivery);
      expect([number, answer?.status]).toEqual([number, 202]);
      await until(`number ${number} to be applied`, async () => {
        expect([number, site.isRunning]).toEqual([number, true]);
        // Who asks may be the one whose connection breaks off.
        const counts = await site.client.status().then(
          (status) => status.counts,
          () => null,
        );
        return counts?.applied === sent.length;
      });
      isReached = line.hasBroken;
    }
    line.mend();
    for (const delivery of sent) await undisturbed.deliver(delivery);
    await Promise.all([site.client.settled(), undisturbed.client.settled()]);
    expect(await censusOf(site)).toEqual(await censusOf(undisturbed));
  });

  const settled = () =>
    until('all to be applied', async () => {
      expect(site.isRunning).toBe(true);
      const { counts, runner } = await site.client.status();
      return counts.pending === 0 && counts.failed === 0 && runner.running === null;
    });

  const titleOf = async (documentId: string, status: string): Promise<string | undefined> => {
    const path = `/articles?status=${status}&filters[documentId]=${documentId}`;
    return (await site.client.entries<{ title: string }>(path))[0]?.title;
  };

  /** What an editor may do, and the titles of the draft and of what is published after it and a newer delivery. */
  const EDITS = {
    save: { from: 'draft', shown: ['Edited', undefined] },
    publish: { from: 'draft', shown: ['Edited', 'Edited'] },
    unpublish: { from: 'published', shown: ['Newer', undefined] },
  };

  it.each(Object.entries(EDITS))(
    `has what an editor was told is done: %s (from ${FIRST}, every ${EVERY})`,
    async (action, { from, shown }) => {
      for (let number = FIRST, isReached = true; isReached; number += EVERY) {
        const first = makeDelivery({
          event: from === 'draft' ? 'article.ready' : 'article.status_changed',
          article: { title: `To ${action} ${number}`, status: from },
        });
        await site.deliver(first);
        await settled();
        const [row] = await site.client.entries<{ documentId: string }>(
          `/articles?status=draft&filters[slug]=${first.article.slug}`,
        );
        const documentId = row?.documentId ?? '';
        const path = `/content-manager/collection-types/${ARTICLE}/${documentId}`;
        line.breakAt(number);
        const isTold = await (
          action === 'save'
            ? site.client.admin('PUT', path, { title: 'Edited' })
            : site.client.admin('POST', `${path}/actions/${action}`, { title: 'Edited' })
        ).then(
          () => true,
          () => false,
        );
        isReached = line.hasBroken;
        line.mend();
        await site.deliver(
          nextDelivery(first, { event: 'article.ready', article: { title: 'Newer' } }),
        );
        await settled();
        const now = [await titleOf(documentId, 'draft'), await titleOf(documentId, 'published')];
        if (isTold) expect([number, ...now]).toEqual([number, ...shown]);
      }
    },
  );
});
