import { takeLocks } from '../../src/plugins/article-receiver/server/src/database/locks';
import { inTransaction } from '../../src/plugins/article-receiver/server/src/database/transaction';
import type { Decided } from '../../src/plugins/article-receiver/server/src/ledger/people/decisions';
import {
  sourceKeyOf,
  type ProjectedKey,
} from '../../src/plugins/article-receiver/server/src/ledger/shared-documents/projected-key';
import {
  onTarget,
  type StreamState,
} from '../../src/plugins/article-receiver/server/src/projection/article/stream-state';
import { streamKeyOf } from '../../src/plugins/article-receiver/server/src/delivery/identity';
import { ledgerOf, type Ledger } from '../../src/plugins/article-receiver/server/src/ledger/ledger';
import { bootSite, type Site } from '../support/site';

const AT_ONCE = 8;
const numbers = Array.from({ length: AT_ONCE }, (_, number) => number);

/** What the ledger's parts promise on each of the databases. */
describe('the ledger', () => {
  let site: Site;
  let ledger: Ledger;
  let made = 0;

  beforeAll(async () => {
    site = await bootSite();
    await site.strapi
      .plugin('article-receiver')
      .service<{ stop(): Promise<void> }>('runner')
      .stop();
    ledger = ledgerOf(site.strapi);
  });
  afterAll(() => site?.destroy());

  it('is one value for a site', () => {
    expect(ledgerOf(site.strapi)).toBe(ledger);
  });

  const newId = (): string => `art_${(made += 1)}`;

  describe('of streams', () => {
    const change = (articleId: string, how: (state: StreamState) => StreamState) =>
      inTransaction(site.strapi, async ({ trx }) => {
        const key = streamKeyOf(articleId);
        await ledger.streams.save(how(await ledger.streams.open(trx, key, articleId)));
      });
    const stateOf = (articleId: string) => ledger.streams.read(streamKeyOf(articleId));

    it('knows nothing of one that was never opened', async () => {
      expect(await stateOf(newId())).toBeNull();
    });

    it('has one row each, and loses no change, however many open it at once', async () => {
      const id = newId();
      await Promise.all(
        numbers.map((number) =>
          change(id, (state) => ({
            ...state,
            links: [...state.links, { slug: `to-${number}`, url: '/' }],
          })),
        ),
      );
      const slugs = (await stateOf(id))?.links.map(({ slug }) => slug).sort();
      expect(slugs).toEqual(numbers.map((number) => `to-${number}`));
      const rows = site.strapi.db.query('plugin::article-receiver.stream');
      expect(await rows.count({ where: { articleId: id } })).toBe(1);
    });

    it('tells ids apart by letter case', async () => {
      await change('art_Case', (state) => ({ ...state, slug: 'upper' }));
      await change('art_case', (state) => ({ ...state, slug: 'lower' }));
      expect([(await stateOf('art_Case'))?.slug, (await stateOf('art_case'))?.slug]).toEqual([
        'upper',
        'lower',
      ]);
    });

    it('gives back what was saved', async () => {
      const id = newId();
      const saved = (state: StreamState): StreamState => ({
        ...state,
        documentId: `doc-${id}`,
        locale: 'de-CH',
        base: { title: 'abc', 'seo.metaTitle': 'def' },
        slug: 'größe-漢字',
        publishedEffect: 'publish',
        publishedFingerprint: 'f',
        hold: { position: 3, fingerprint: 'x', released: false },
        refused: { position: 4, fields: ['title'] },
        files: { heroImage: [7], images: [8, 9] },
        links: [{ slug: 'a', url: 'https://example.org/a' }],
        adoptedBy: 2,
        restore: true,
        mayMove: true,
        planned: { day: '2027-01-31', position: 5 },
      });
      await change(id, saved);
      const state = await stateOf(id);
      expect(state).toEqual(saved(state as StreamState));
      expect(await ledger.documents.streamOf(`doc-${id}`)).toBe(streamKeyOf(id));
      expect(await ledger.documents.of([streamKeyOf(id)])).toEqual(
        new Map([
          [
            streamKeyOf(id),
            { documentId: `doc-${id}`, contentType: state?.targetUid, locale: 'de-CH' },
          ],
        ]),
      );
    });

    it('keeps what was done on another type until the site comes back to it', async () => {
      const id = newId();
      await change(id, (state) => ({ ...state, documentId: 'here', slug: 'first' }));
      const { targetUid } = (await stateOf(id)) as StreamState;
      await change(id, (state) => onTarget(state, 'api::post.post'));
      expect(await stateOf(id)).toMatchObject({ documentId: null, slug: null });
      await change(id, (state) => ({ ...state, documentId: 'there' }));
      await change(id, (state) => onTarget(state, targetUid));
      expect(await stateOf(id)).toMatchObject({ documentId: 'here', slug: 'first' });
      await change(id, (state) => onTarget(state, 'api::post.post'));
      expect(await stateOf(id)).toMatchObject({ documentId: 'there', slug: null });
    });

    it('does not lock one that has no row', async () => {
      const locking = inTransaction(site.strapi, ({ trx }) => ledger.streams.lock(trx, 'none'));
      await expect(locking).rejects.toThrow('stream none has no row to lock');
    });
  });

  describe('of documents that several articles share', () => {
    const keyOf = (sourceId: string): ProjectedKey => ({ kind: 'tag', sourceId });
    const EMPTY = { documentId: null, registers: {}, claims: null, history: {} };
    const stateOf = async (key: ProjectedKey) =>
      (await ledger.sharedDocuments.read([key])).get(sourceKeyOf(key));

    it('loses no change, in whatever order several are locked at once', async () => {
      const keys = [keyOf(newId()), keyOf(newId())];
      await Promise.all(
        numbers.map((number) =>
          inTransaction(site.strapi, async ({ trx }) => {
            const wanted = number % 2 === 0 ? keys : [...keys].reverse();
            await ledger.sharedDocuments.open(trx, wanted);
            const found = await ledger.sharedDocuments.lock(trx, wanted);
            const written = wanted.map((key) => {
              const { registers, ...state } = found.get(sourceKeyOf(key)) ?? EMPTY;
              const register = { hash: String(number), stamp: [number, 0, 0] as const };
              const next = { ...registers, [`field${number}`]: register };
              return { key, state: { ...state, registers: next } };
            });
            await ledger.sharedDocuments.save(trx, written);
          }),
        ),
      );
      for (const key of keys) {
        expect(Object.keys((await stateOf(key))?.registers ?? {}).sort()).toEqual(
          numbers.map((number) => `field${number}`),
        );
      }
    });

    it('leaves alone what is there, where something is made for the first time', async () => {
      const key = keyOf(newId());
      const make = (documentId: string) =>
        inTransaction(site.strapi, ({ trx }) =>
          ledger.sharedDocuments.insert(trx, key, { ...EMPTY, documentId }),
        );
      await make('first');
      await make('second');
      expect(await stateOf(key)).toEqual({ ...EMPTY, documentId: 'first' });
    });

    it('finds the keys of a document, of its kind alone', async () => {
      const [key, documentId] = [keyOf(newId()), newId()];
      await inTransaction(site.strapi, ({ trx }) =>
        ledger.sharedDocuments.insert(trx, key, { ...EMPTY, documentId }),
      );
      expect(await ledger.sharedDocuments.keysOf('tag', documentId)).toEqual([key]);
      expect(await ledger.sharedDocuments.keysOf('campaign', documentId)).toEqual([]);
      expect(await ledger.sharedDocuments.keysOf('tag', newId())).toEqual([]);
    });

    it('tells kinds apart, and ids of any length by letter case', async () => {
      const long = 'x'.repeat(1_000);
      const keys: ProjectedKey[] = [
        keyOf(`${long}a`),
        keyOf(`${long}A`),
        { kind: 'campaign', sourceId: `${long}a` },
      ];
      await inTransaction(site.strapi, ({ trx }) => ledger.sharedDocuments.open(trx, keys));
      expect((await ledger.sharedDocuments.read(keys)).size).toBe(keys.length);
    });
  });

  describe('of decisions', () => {
    const decided = (streamKey: string, subject: string): Decided => ({
      kind: 'suggestion',
      choice: 'accepted',
      subject,
      streamKey,
      documentId: 'doc',
      deliveryPosition: null,
      decidedBy: 'Ada',
    });

    it('keeps all of them in their order, a later one beside an earlier', async () => {
      const stream = streamKeyOf(newId());
      for (const subject of ['title', 'tldr', 'title']) {
        await ledger.decisions.record(decided(stream, subject));
      }
      const kept = await ledger.decisions.inStreams([stream]);
      expect(kept.map(({ subject }) => subject)).toEqual(['title', 'tldr', 'title']);
      expect(kept[0]).toMatchObject(decided(stream, 'title'));
      const [newest] = await ledger.decisions.latest(null, 1);
      expect(newest).toEqual(kept[2]);
      expect(await ledger.decisions.latest(newest?.id ?? 0, 2)).toEqual([kept[1], kept[0]]);
      expect(await ledger.decisions.find(newest?.id ?? 0)).toEqual(newest);
    });

    it('lets those who took one lock come one after another', async () => {
      const stream = streamKeyOf(newId());
      await Promise.all(
        numbers.map(() =>
          inTransaction(site.strapi, async ({ trx }) => {
            await takeLocks(site.strapi, trx, ['contract']);
            const before = await ledger.decisions.inStreams([stream]);
            await ledger.decisions.record(decided(stream, String(before.length)));
          }),
        ),
      );
      const subjects = (await ledger.decisions.inStreams([stream])).map(({ subject }) => subject);
      expect(subjects).toEqual(numbers.map(String));
    });
  });
});
