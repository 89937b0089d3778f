import { numbers, type Booted } from './on-ledger';

/** What the part about plans promises: each on its day, in turn, and once. */
export function planContracts(on: Booted): void {
  describe('of plans', () => {
    const plan = async (stream: string, day: string | null, state: 'parked' | 'pending') => {
      const position = await on().delivery({ streamKey: stream, state });
      await on().changed(stream);
      await on().ledger.planned.plan(stream, day === null ? null : { day, position });
      return position;
    };

    it('gives them by day, and forgets one that is taken back', async () => {
      const { planned } = on().ledger;
      expect([await planned.nextDay(), await planned.count(), await planned.all()]).toEqual([
        null,
        0,
        [],
      ]);
      const [later, sooner] = [on().newStream(), on().newStream()];
      const position = await plan(later, '2031-02-02', 'parked');
      await plan(sooner, '2031-02-01', 'parked');
      expect(await planned.nextDay()).toBe('2031-02-01');
      expect(await planned.all()).toEqual([
        { streamKey: sooner, plannedFor: '2031-02-01' },
        { streamKey: later, plannedFor: '2031-02-02' },
      ]);
      expect(await planned.days([later])).toEqual(new Map([[position, '2031-02-02']]));
      await planned.recordPublished(sooner, true);
      expect(await planned.all()).toEqual([{ streamKey: later, plannedFor: '2031-02-02' }]);
      expect([await planned.count(), await planned.nextDay()]).toEqual([1, '2031-02-01']);
      await planned.recordPublished(later, true);
      expect(await planned.days([later])).toEqual(new Map());
      await planned.recordPublished(later, false);
      // A newer delivery is planned.
      await plan(sooner, '2031-02-03', 'parked');
      expect((await planned.all()).map(({ streamKey }) => streamKey)).toEqual([later, sooner]);
      await planned.plan(sooner, null);
      await planned.plan(later, null);
      expect(await planned.count()).toBe(0);
      expect(await planned.days([later])).toEqual(new Map());
    });

    it('takes up a day that has come, one after another, and each once of several at once', async () => {
      const { planned } = on().ledger;
      const first = await plan(on().newStream(), '2031-03-01', 'parked');
      const second = await plan(on().newStream(), '2031-03-02', 'parked');
      const statesNow = async () => [(await on().row(first)).state, (await on().row(second)).state];
      expect(await planned.pend('2031-02-28')).toBe(false);
      expect(await statesNow()).toEqual(['parked', 'parked']);
      await Promise.all(numbers.map(() => planned.pend('2031-03-01')));
      expect(await statesNow()).toEqual(['pending', 'parked']);
      // The next day has its turn once that is projected.
      expect(await planned.pend('2031-03-02')).toBe(false);
      await on().ledger.deliveries.changeState(first, { state: 'applied', reason: null });
      expect(await planned.pend('2031-03-02')).toBe(true);
      expect(await statesNow()).toEqual(['applied', 'pending']);
      await on().ledger.deliveries.changeState(second, { state: 'applied', reason: null });
      expect(await planned.pend('2031-03-02')).toBe(false);
    });
  });
}
