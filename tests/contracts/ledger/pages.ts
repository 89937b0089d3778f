import { optionsOf } from '../../../src/plugins/article-receiver/server/src/config/site-options';
import { numbers, type Booted } from './on-ledger';

const LONGEST_MS = 1_000_000;

/** What the parts about the front end promise: its pages, and who is told of their addresses. */
export function pageContracts(on: Booted): void {
  describe('of pages', () => {
    const addressOf = (streamKey: string) => `https://example.org/${streamKey}`;
    const place = (streamKey: string, what: object = {}) => {
      const page = { streamKey, url: addressOf(streamKey), version: 'v1', since: 1, dueAt: 100 };
      return on().within((trx) => on().ledger.pages.place(trx, { ...page, ...what }));
    };
    const pageOf = async (streamKey: string) => {
      const page = (await on().ledger.pages.of([streamKey])).get(streamKey);
      if (!page) throw new Error('there is no page');
      return page;
    };
    const look = { dueAt: null, failures: 1, checkedAt: 9, isWrong: true };
    const issues = [{ path: '', message: 'gone' }];

    it('knows none of an article that was never published', async () => {
      const { pages } = on().ledger;
      expect(await pages.of([on().newStream()])).toEqual(new Map());
      expect(await pages.of([])).toEqual(new Map());
      expect(await on().within((trx) => pages.isAt(trx, 'https://nowhere.example'))).toBe(false);
    });

    it('is one for a stream, however many place it at once, and begins anew where it goes', async () => {
      const { pages } = on().ledger;
      const stream = on().newStream();
      await Promise.all(numbers.map(() => place(stream)));
      await on().within(async (trx) =>
        pages.lookedAt(trx, await pageOf(stream), { ...look, issues }),
      );
      expect(await pageOf(stream)).toMatchObject({ ...look, issues });
      await place(stream, { version: 'v2', dueAt: 200 });
      expect(await pageOf(stream)).toMatchObject({
        version: 'v2',
        dueAt: 200,
        failures: 0,
        checkedAt: null,
        issues: null,
        isWrong: false,
      });
      const isAt = () => on().within((trx) => pages.isAt(trx, addressOf(stream)));
      expect(await isAt()).toBe(true);
      await place(stream, { url: null });
      expect(await isAt()).toBe(false);
    });

    it('takes no look at what was published anew meanwhile, or is to be looked at again', async () => {
      const { pages } = on().ledger;
      const stream = on().newStream();
      await place(stream);
      const seen = await pageOf(stream);
      await place(stream, { version: 'v2' });
      await on().within((trx) => pages.lookedAt(trx, seen, { ...look, issues }));
      expect(await pageOf(stream)).toMatchObject({ version: 'v2', checkedAt: null });
      const again = await pageOf(stream);
      await pages.lookAgain(again, 50);
      await on().within((trx) => pages.lookedAt(trx, again, { ...look, issues }));
      expect(await pageOf(stream)).toMatchObject({ dueAt: 50, failures: 0, checkedAt: null });
    });

    it('gives what is due, who waits longest first, and what a wrong clock planned', async () => {
      const { pages } = on().ledger;
      const [late, early, wrong, never] = numbers.map(() => on().newStream());
      const now = 5_000;
      await place(late ?? '', { dueAt: now });
      await place(early ?? '', { dueAt: now - 1 });
      await place(wrong ?? '', { dueAt: now + LONGEST_MS + 1 });
      await place(never ?? '', { dueAt: null });
      const those = [late, early, wrong, never];
      const due = await pages.due({ now, longestMs: LONGEST_MS, limit: 1_000 });
      const keys = due.map(({ streamKey }) => streamKey).filter((key) => those.includes(key));
      expect(keys).toEqual([early, late, wrong]);
      expect(await pages.due({ now, longestMs: LONGEST_MS, limit: 1 })).toHaveLength(1);
    });

    it('lists those that there are, and those that are wrong, a page at a time', async () => {
      const { pages } = on().ledger;
      const [one, other, gone] = [on().newStream(), on().newStream(), on().newStream()];
      const counted = await pages.count();
      for (const stream of [one, other, gone]) await place(stream, { dueAt: null });
      for (const stream of [one, other]) {
        await on().within(async (trx) =>
          pages.lookedAt(trx, await pageOf(stream), { ...look, issues }),
        );
      }
      await place(gone, { url: null });
      const firstId = (await pageOf(one)).id;
      const keysOf = (found: { streamKey: string }[]) => found.map(({ streamKey }) => streamKey);
      expect(keysOf(await pages.placed(firstId - 1, 10))).toEqual([one, other]);
      expect(keysOf(await pages.placed(firstId, 10))).toEqual([other]);
      const [newest] = await pages.wrong({ before: null, limit: 1 });
      expect(newest?.streamKey).toBe(other);
      expect(keysOf(await pages.wrong({ before: newest?.id ?? 0, limit: 1 }))).toEqual([one]);
      const { wrong, waiting } = await pages.count();
      expect([wrong - counted.wrong, waiting - counted.waiting]).toEqual([2, 1]);
    });
  });

  describe('of addresses to be told', () => {
    const newUrl = () => `https://example.org/${on().newId()}`;
    const announce = (url: string, kind: 'present' | 'gone', now = 10) =>
      on().within((trx) => on().ledger.announcements.announce(trx, { url, kind, now }));
    const dueAt = async (url: string, isReady: boolean, now: number) => {
      const asked = { isReady, now, longestMs: LONGEST_MS, limit: 1_000 };
      return (await on().ledger.announcements.due(asked)).filter((row) => row.url === url);
    };
    const ready = (url: string, now: number) =>
      on().within((trx) => on().ledger.announcements.ready(trx, url, now));

    it('has each once, however many announce it at once, and counts it', async () => {
      const { announcements } = on().ledger;
      const before = await announcements.count();
      const url = newUrl();
      await Promise.all(numbers.map(() => announce(url, 'gone')));
      expect((await announcements.count()) - before).toBe(1);
    });

    it('waits with what is there until its page answers, or sets it aside', async () => {
      const { announcements } = on().ledger;
      const [answering, silent, gone] = [newUrl(), newUrl(), newUrl()];
      await announce(answering, 'present');
      await announce(silent, 'present');
      await announce(gone, 'gone');
      expect(await dueAt(answering, false, 100)).toEqual([]);
      expect(await dueAt(gone, false, 100)).toMatchObject([{ kind: 'gone', readyAt: null }]);
      await ready(answering, 20);
      await ready(answering, 30);
      await ready(gone, 20);
      expect(await dueAt(answering, true, 19)).toEqual([]);
      expect(await dueAt(answering, true, 20)).toMatchObject([{ readyAt: 20 }]);
      expect(await dueAt(gone, true, 100)).toEqual([]);
      const before = await announcements.count();
      for (const url of [answering, silent, gone]) {
        await on().within((trx) => announcements.setAside(trx, url));
      }
      expect(before - (await announcements.count())).toBe(1);
      expect(await dueAt(answering, true, 20)).toHaveLength(1);
      await ready(silent, 50);
      expect(await dueAt(silent, true, 50)).toMatchObject([{ failures: 0 }]);
      expect(await announcements.count()).toBe(before);
    });

    it('changes nothing of what was announced anew meanwhile', async () => {
      const { announcements } = on().ledger;
      const url = newUrl();
      await announce(url, 'gone', 10);
      const [seen] = await dueAt(url, false, 10);
      if (!seen) throw new Error('it is due');
      await announce(url, 'gone', 40);
      await on().within((trx) => announcements.postpone(trx, seen, { dueAt: 90, failures: 3 }));
      await on().within((trx) => announcements.forget(trx, [seen]));
      const [now] = await dueAt(url, false, 40);
      expect(now).toMatchObject({ since: 40, failures: 0 });
      if (!now) throw new Error('it is due');
      await on().within((trx) => announcements.postpone(trx, now, { dueAt: 90, failures: 3 }));
      expect(await dueAt(url, false, 89)).toEqual([]);
      expect(await dueAt(url, false, 90)).toMatchObject([{ failures: 3 }]);
      await on().within((trx) => announcements.forget(trx, [now]));
      expect(await dueAt(url, false, 90)).toEqual([]);
    });

    it('gives what a wrong clock planned for later than anything ever is', async () => {
      const url = newUrl();
      await announce(url, 'gone', 10 + LONGEST_MS + 1);
      expect(await dueAt(url, false, 10)).toHaveLength(1);
      expect(await dueAt(url, false, 11)).toEqual([]);
    });

    it('are forgotten at a host at which nothing is any more, and at no other', async () => {
      const { announcements, pages } = on().ledger;
      const host = `https://${on().newId().toLowerCase()}.example`;
      const left = [`${host}/one`, `${host}?p=two`];
      const stay = [`${host}.org/one`, `${host}:8443/one`];
      for (const url of [...left, ...stay]) await announce(url, 'gone');
      const isAtHost = (url: string) => on().within((trx) => pages.isAtHost(trx, url));
      const page = { streamKey: on().newStream(), version: 'v1', since: 1, dueAt: null };
      await on().within((trx) => pages.place(trx, { ...page, url: `${host}/three` }));
      expect(await Promise.all([...left, ...stay].map(isAtHost))).toEqual([
        ...[true, true],
        ...[false, false],
      ]);
      await on().within((trx) => announcements.forgetHost(trx, `${host}/four`));
      expect((await Promise.all(left.map((url) => dueAt(url, false, 10)))).flat()).toEqual([]);
      expect((await Promise.all(stay.map((url) => dueAt(url, false, 10)))).flat()).toHaveLength(2);
    });

    it('joins the caller’s transaction', async () => {
      const { announcements } = on().ledger;
      const before = await announcements.count();
      const told = { url: newUrl(), kind: 'gone', now: 1 } as const;
      await on().undone((trx) => announcements.announce(trx, told));
      expect(await announcements.count()).toBe(before);
    });
  });

  describe('of IndexNow', () => {
    it('remembers the latest refusal of a key, and of no other', async () => {
      const { indexNow } = on().ledger;
      const options = { ...optionsOf(on().strapi).indexNow, key: 'key-0123456789' };
      expect(await indexNow.refusalOf(options)).toBeNull();
      await indexNow.rememberRefusal(options, 403);
      await indexNow.rememberRefusal(options, 422);
      expect(await indexNow.refusalOf(options)).toBe(422);
      expect(await indexNow.refusalOf({ ...options, key: 'another-key' })).toBeNull();
      expect(await indexNow.refusalOf({ ...options, key: undefined })).toBeNull();
      await indexNow.forgetRefusal();
      await indexNow.forgetRefusal();
      expect(await indexNow.refusalOf(options)).toBeNull();
    });
  });
}
