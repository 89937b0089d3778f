import { tableOf } from './output';

describe('tableOf', () => {
  it('makes a table of as many rows as there are', () => {
    const rows = Array.from({ length: 200_000 }, (_, n) => [String(n), 'x']);
    const lines = tableOf(['N', 'WORD'], rows);
    expect(lines).toHaveLength(rows.length + 1);
    expect([lines[0], lines.at(1), lines.at(-1)]).toEqual([
      'N       WORD',
      '0       x',
      '199999  x',
    ]);
  });
});
