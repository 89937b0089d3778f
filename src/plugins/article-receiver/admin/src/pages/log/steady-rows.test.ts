import { steadyRows } from './steady-rows';

const row = (deliveryId: string, state = 'pending') => ({ deliveryId, state });

describe('rows while somebody is at them', () => {
  it('stay in their places, up to date, and what is new waits', () => {
    const shown = [row('c'), row('b'), row('a')];
    const latest = [row('e'), row('d'), row('c', 'applied')];
    expect(steadyRows(shown, latest)).toEqual({
      rows: [row('c', 'applied'), row('b'), row('a')],
      waiting: 2,
    });
  });

  it('wait for nothing when nothing came in', () => {
    const shown = [row('b'), row('a')];
    expect(steadyRows(shown, shown)).toEqual({ rows: shown, waiting: 0 });
  });
});
