import type { HeldJob } from '../../../src/plugins/article-receiver/server/src/ledger/work/jobs';
import { numbers, unseen, type Booted } from './on-ledger';

/** What the parts about work promise: which streams are behind, and the one job that is under way. */
export function workContracts(on: Booted): void {
  describe('of work', () => {
    /** What the tests before left is not what these are about. */
    beforeAll(async () => {
      const rows = on().strapi.db.query('plugin::article-receiver.delivery');
      await rows.updateMany({ where: {}, data: { state: 'applied', nextAttemptAt: null } });
      const interests = on().strapi.db.query('plugin::article-receiver.slug-interest');
      await interests.updateMany({ where: {}, data: { mark: null } });
    });
    const DUE = { now: 10_000, longestDelayMs: 500 };
    const NOTHING = { streams: false, slugs: false, job: false, nextRetryAt: null };
    const behind = (what: { except?: string[]; limit?: number } = {}) =>
      on().ledger.work.streamsBehind(DUE, { except: [], limit: 100, ...what });
    const settle = (...positions: number[]) =>
      Promise.all(
        positions.map((at) =>
          on().ledger.deliveries.changeState(at, { state: 'applied', reason: null }),
        ),
      );

    it('finds none where nothing waits', async () => {
      const { work } = on().ledger;
      expect(await behind()).toEqual([]);
      expect(await work.nextBehind(DUE, { after: 0, except: [], limit: 10 })).toEqual([]);
      expect(await work.isBehind(on().newStream(), DUE)).toBe(false);
      expect(await work.waiting(DUE)).toEqual(NOTHING);
    });

    it('finds each stream once, the oldest first, whatever puts it behind', async () => {
      const { work } = on().ledger;
      const [retried, pending, wrong, waits] = numbers.map(() => on().newStream());
      const failed = { state: 'failed' } as const;
      const positions = [
        await on().delivery({ ...failed, streamKey: retried, nextAttemptAt: DUE.now }),
        await on().delivery({ streamKey: pending }),
        await on().delivery({ streamKey: pending }),
        // Its time was written by a clock that was wrong.
        await on().delivery({ ...failed, streamKey: wrong, nextAttemptAt: DUE.now + 501 }),
        await on().delivery({ ...failed, streamKey: waits, nextAttemptAt: DUE.now + 500 }),
        // Nothing can be done for it.
        await on().delivery({ streamKey: null }),
      ];
      expect(await behind()).toEqual([retried, pending, wrong]);
      expect(await behind({ except: [retried ?? ''] })).toEqual([pending, wrong]);
      expect(await behind({ limit: 3 })).toEqual([retried, pending]);
      const after = positions[0] ?? 0;
      const next = await work.nextBehind(DUE, { after, except: [], limit: 2 });
      expect(next).toEqual([
        { position: positions[1], streamKey: pending },
        { position: positions[2], streamKey: pending },
      ]);
      expect(await work.isBehind(pending ?? '', DUE)).toBe(true);
      expect(await work.isBehind(waits ?? '', DUE)).toBe(false);
      expect(await work.waiting(DUE)).toMatchObject({ streams: true, nextRetryAt: DUE.now });
      await settle(...positions);
    });

    it('knows when the next try is due', async () => {
      const { work } = on().ledger;
      const position = await on().delivery({ state: 'failed', nextAttemptAt: DUE.now + 7 });
      expect(await work.waiting(DUE)).toEqual({ ...NOTHING, nextRetryAt: DUE.now + 7 });
      expect(await work.waiting({ ...DUE, now: DUE.now + 7 })).toMatchObject({ streams: true });
      await settle(position);
    });

    it('knows whether slugs changed hands', async () => {
      const { work, slugs } = on().ledger;
      const stream = on().newStream();
      await slugs.watch(stream, unseen('changing'));
      await slugs.mark(stream, 'changing');
      expect(await work.waiting(DUE)).toEqual({ ...NOTHING, slugs: true });
      for (const touched of await slugs.touched(10)) await slugs.untouch(touched);
      expect(await work.waiting(DUE)).toEqual(NOTHING);
    });
  });

  describe('of jobs', () => {
    const JOB = {
      kind: 'rebuild',
      filter: { state: 'parked' },
      restoreDeleted: true,
      requestedBy: 'Ada',
      total: 3,
    } as const;
    const begun = async () => {
      const result = await on().ledger.jobs.begin(JOB);
      if (!('begun' in result)) throw new Error('another is under way');
      return result.begun;
    };
    const end = (id: number) => on().ledger.jobs.changeState(id, ['running', 'paused'], 'done');

    it('knows none before the first', async () => {
      const { jobs } = on().ledger;
      expect(await jobs.latest()).toBeNull();
      expect(await jobs.latest(['running'])).toBeNull();
      expect(await jobs.changeState(1, ['running'], 'done')).toBe(false);
      const work = jest.fn<Promise<number>, [HeldJob]>(async () => 1);
      expect(await jobs.withRunning(work)).toBeNull();
      expect(work).not.toHaveBeenCalled();
    });

    it('begins one, of those that are asked for at once', async () => {
      const { jobs } = on().ledger;
      const results = await Promise.all(numbers.map(() => jobs.begin(JOB)));
      const [first, ...others] = results.flatMap((result) =>
        'begun' in result ? result.begun : [],
      );
      expect(others).toEqual([]);
      expect(first).toMatchObject({ ...JOB, state: 'running', done: 0, position: 0 });
      expect(await jobs.latest()).toEqual(first);
      const { id = 0 } = first ?? {};
      expect(await jobs.changeState(id, ['running'], 'paused')).toBe(true);
      expect(await jobs.begin(JOB)).toMatchObject({ active: { id, state: 'paused' } });
      await end(id);
    });

    it('leaves a state once, however many want it to', async () => {
      const { id } = await begun();
      const left = await Promise.all(
        numbers.map(() => on().ledger.jobs.changeState(id, ['running'], 'cancelled')),
      );
      expect(left.filter((isLeft) => isLeft)).toHaveLength(1);
      const latest = await on().ledger.jobs.latest(['cancelled']);
      expect([latest?.id, typeof latest?.finishedAt]).toEqual([id, 'number']);
    });

    it('is worked on by one at a time, who records how far it is', async () => {
      const { jobs } = on().ledger;
      const { id } = await begun();
      const nested = await jobs.withRunning(async (job) => {
        expect(await jobs.withRunning(async () => 'another')).toBeNull();
        return jobs.advance({ ...job, position: 9, done: 2, changed: 1, failed: 1 });
      });
      expect(nested).toBe(true);
      const progress = { id, position: 9, done: 2, changed: 1, failed: 1 };
      expect(await jobs.latest()).toMatchObject(progress);
      // As whoever had it before left it; paused meanwhile, it stays so.
      const goesOn = await jobs.withRunning(async (job) => {
        expect(job).toMatchObject(progress);
        await jobs.changeState(id, ['running'], 'paused');
        return jobs.advance({ ...job, done: 3 });
      });
      expect(goesOn).toBe(false);
      expect(await jobs.latest()).toMatchObject({ state: 'paused', done: 3 });
      await end(id);
    });

    it('takes nothing from who lost it', async () => {
      const { jobs } = on().ledger;
      const { id } = await begun();
      const late = await jobs.withRunning(async (job) => job);
      if (!late) throw new Error('nobody else has it');
      await expect(jobs.advance({ ...late, done: 3 })).rejects.toThrow('went to somebody else');
      expect(await jobs.latest()).toMatchObject({ done: 0 });
      await end(id);
    });
  });
}
