import {
  sourceKeyOf,
  type ProjectedKey,
} from '../../../src/plugins/article-receiver/server/src/ledger/shared-documents/projected-key';
import { claim } from '../../../src/plugins/article-receiver/server/src/database/claims';
import { numbers, unseen, type Booted } from './on-ledger';

const TERMS = { forMs: 60_000 };

/** What the parts about what articles share promise: documents, and the files of images. */
export function sharedContracts(on: Booted): void {
  describe('of documents that several articles share', () => {
    const keyOf = (sourceId: string): ProjectedKey => ({ kind: 'tag', sourceId });
    const EMPTY = { documentId: null, registers: {}, claims: null, history: {}, fate: null };
    const stateOf = async (key: ProjectedKey) =>
      (await on().ledger.sharedDocuments.read([key])).get(sourceKeyOf(key));

    it('loses no change, in whatever order several are locked at once', async () => {
      const keys = [keyOf(on().newId()), keyOf(on().newId())];
      await Promise.all(
        numbers.map((number) =>
          on().within(async (trx) => {
            const wanted = number % 2 === 0 ? keys : [...keys].reverse();
            await on().ledger.sharedDocuments.open(trx, wanted);
            const found = await on().ledger.sharedDocuments.lock(trx, wanted);
            const written = wanted.map((key) => {
              const { registers, ...state } = found.get(sourceKeyOf(key)) ?? EMPTY;
              const register = { hash: String(number), stamp: [number, 0, 0] as const };
              const next = { ...registers, [`field${number}`]: register };
              return { key, state: { ...state, registers: next } };
            });
            await on().ledger.sharedDocuments.save(trx, written);
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
      const key = keyOf(on().newId());
      const make = (documentId: string) =>
        on().within((trx) =>
          on().ledger.sharedDocuments.insert(trx, key, { ...EMPTY, documentId }),
        );
      await make('first');
      await make('second');
      expect(await stateOf(key)).toEqual({ ...EMPTY, documentId: 'first' });
    });

    it('finds the keys of a document, of its kind alone', async () => {
      const [key, documentId] = [keyOf(on().newId()), on().newId()];
      await on().within((trx) =>
        on().ledger.sharedDocuments.insert(trx, key, { ...EMPTY, documentId }),
      );
      expect(await on().ledger.sharedDocuments.keysOf('tag', documentId)).toEqual([key]);
      expect(await on().ledger.sharedDocuments.keysOf('campaign', documentId)).toEqual([]);
      expect(await on().ledger.sharedDocuments.keysOf('tag', on().newId())).toEqual([]);
    });

    it('tells kinds apart, and ids of any length by letter case', async () => {
      const long = 'x'.repeat(1_000);
      const keys: ProjectedKey[] = [
        keyOf(`${long}a`),
        keyOf(`${long}A`),
        { kind: 'campaign', sourceId: `${long}a` },
      ];
      await on().within((trx) => on().ledger.sharedDocuments.open(trx, keys));
      expect((await on().ledger.sharedDocuments.read(keys)).size).toBe(keys.length);
    });

    it('knows whether one was projected, of its kind alone', async () => {
      const { sharedDocuments } = on().ledger;
      const [sourceId, documentId] = [on().newId(), on().newId()];
      const state = { documentId, registers: {}, claims: null, history: {}, fate: null };
      expect(await sharedDocuments.has('tag', documentId)).toBe(false);
      await on().within((trx) => sharedDocuments.insert(trx, { kind: 'tag', sourceId }, state));
      expect(await sharedDocuments.has('tag', documentId)).toBe(true);
      expect(await sharedDocuments.has('campaign', documentId)).toBe(false);
    });

    it('reads and saves nothing where nothing is asked for', async () => {
      const { sharedDocuments } = on().ledger;
      expect(await sharedDocuments.read([])).toEqual(new Map());
      await on().within((trx) => sharedDocuments.save(trx, []));
    });
  });

  describe('of images', () => {
    const made = (fileId: number) => ({
      fileId,
      contentType: 'image/png',
      byteSize: 10,
      trailing: 0,
    });
    const claimed = (digest: string, name?: string) =>
      claim(on().strapi, on().ledger.imageFiles.uploadOf(digest, name), TERMS);

    it('knows none of one that nobody uploads', async () => {
      const { imageFiles } = on().ledger;
      expect(await imageFiles.row('none')).toEqual({ made: null, storageName: null });
      expect(await imageFiles.of(['none'])).toEqual(new Map());
      expect(await imageFiles.of([])).toEqual(new Map());
    });

    it('lets one upload it, however many begin at once, and settles its name before', async () => {
      const digest = on().newId();
      const held = await Promise.all(numbers.map(() => claimed(digest, 'first-name')));
      expect(held.filter((one) => one !== null)).toHaveLength(1);
      expect(await on().ledger.imageFiles.row(digest)).toEqual({
        made: null,
        storageName: 'first-name',
      });
      await held.find((one) => one !== null)?.release();
      const again = await claimed(digest, 'second-name');
      expect(again?.isFirst).toBe(false);
      expect((await on().ledger.imageFiles.row(digest)).storageName).toBe('first-name');
    });

    it('has its file together with what else is written down of it, or neither', async () => {
      const { imageFiles } = on().ledger;
      const [digest, stream] = [on().newId(), on().newStream()];
      const held = await claimed(digest);
      if (!held) throw new Error('nobody else has it');
      const fault = imageFiles.settleUpload(held, made(7), async () => {
        await on().ledger.slugs.watch(stream, unseen('settled'));
        throw new Error('not recorded');
      });
      await expect(fault).rejects.toThrow('not recorded');
      expect(await imageFiles.of([digest])).toEqual(new Map());
      expect(await on().ledger.slugs.interest(stream, [])).toMatchObject({ watched: [] });
      await imageFiles.settleUpload(held, made(7), () =>
        on().ledger.slugs.watch(stream, unseen('settled')),
      );
      expect(await imageFiles.of([digest, digest])).toEqual(new Map([[digest, made(7)]]));
      expect((await imageFiles.row(digest)).made).toEqual(made(7));
      expect(await on().ledger.slugs.interest(stream, [])).toMatchObject({
        watched: unseen('settled'),
      });
    });

    it('takes no file from who lost the claim', async () => {
      const { imageFiles } = on().ledger;
      const digest = on().newId();
      const late = await claimed(digest);
      await late?.release();
      const other = await claimed(digest);
      if (!late || !other) throw new Error('nobody else has it');
      await expect(
        imageFiles.settleUpload(late, made(1), () => Promise.resolve()),
      ).rejects.toThrow();
      await imageFiles.settleUpload(other, made(2), () => Promise.resolve());
      expect(await imageFiles.of([digest])).toEqual(new Map([[digest, made(2)]]));
    });
  });
}
