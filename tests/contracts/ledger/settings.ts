import { optionsOf } from '../../../src/plugins/article-receiver/server/src/config/site-options';
import { numbers, type Booted } from './on-ledger';

/** What the parts about settings promise: what people changed, and what the first use settled. */
export function settingContracts(on: Booted): void {
  describe('of settings', () => {
    const withWord = (word: string) => (stored: Record<string, unknown>) => ({
      ...stored,
      statusMap: { ...(stored.statusMap as object), [word]: 'ignore' },
    });
    const words = () => Object.keys(optionsOf(on().strapi).statusMap);

    it('loses no change, of several at once, and puts each into force', async () => {
      const { settings } = on().ledger;
      const before = words();
      await Promise.all(numbers.map((number) => settings.store(withWord(`word ${number}`))));
      const options = await settings.refresh();
      expect(options).toBe(optionsOf(on().strapi));
      const added = words().filter((word) => !before.includes(word));
      expect(added.sort()).toEqual(numbers.map((number) => `word ${number}`));
    });

    it('knows whether options are those that are stored', async () => {
      const { settings } = on().ledger;
      const known = await settings.refresh();
      expect(await settings.areCurrent(known)).toBe(true);
      expect(await settings.store(() => null)).toBe(known);
      const changed = await settings.store(withWord('another'));
      expect(changed).not.toBe(known);
      expect(await settings.areCurrent(known)).toBe(false);
      expect(await settings.areCurrent(changed)).toBe(true);
      expect(await settings.refresh()).toBe(changed);
    });

    it('keeps what was there where a change fails', async () => {
      const { settings } = on().ledger;
      const known = await settings.refresh();
      const fault = settings.store(() => {
        throw new Error('no change');
      });
      await expect(fault).rejects.toThrow('no change');
      expect(await settings.refresh()).toBe(known);
    });
  });

  describe('of pins', () => {
    it('has the value of the first, however many settle it at once', async () => {
      const { pins } = on().ledger;
      expect(await pins.read('queue')).toBeNull();
      const settled = await Promise.all(
        numbers.map((number) => pins.settle('queue', `value ${number}`)),
      );
      expect(new Set(settled).size).toBe(1);
      expect(await pins.settle('queue', 'later')).toBe(settled[0]);
      const pin = await pins.read('queue');
      expect([pin?.value, typeof pin?.pinnedAt]).toEqual([settled[0], 'number']);
    });

    it('keeps another value in the place of what it had', async () => {
      const { pins } = on().ledger;
      for (const value of ['one', 'two']) {
        await on().within((trx) => pins.keep(trx, 'imageFolder é', value));
        expect(await pins.read('imageFolder é')).toMatchObject({ value });
      }
    });

    it('is settled anew once it was cleared', async () => {
      const { pins } = on().ledger;
      await pins.settle('queue', 'before');
      await pins.clear('queue');
      await pins.clear('queue');
      expect(await pins.read('queue')).toBeNull();
      expect(await pins.settle('queue', 'after')).toBe('after');
    });
  });
}
