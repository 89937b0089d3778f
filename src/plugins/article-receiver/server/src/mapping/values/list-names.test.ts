import type { Shape, Shapes } from '../model/mapping';
import { listNamesOf, listWith } from './list-names';

type List = Extract<Shape, { kind: 'list' }>;

const scalar = { kind: 'scalar', type: 'string' } as const;
const listOf = (named: Record<string, Shapes>): List => ({
  kind: 'list',
  isZone: true,
  named,
  allowed: ['row', 'cell', 'line'],
});

const some = listOf({
  row: {
    head: { kind: 'component', fields: { text: scalar } },
    cells: listOf({ cell: { a: scalar } }),
  },
  line: {},
});
const whole = listOf({
  row: {
    head: { kind: 'component', fields: { text: scalar, note: scalar } },
    foot: { kind: 'component', fields: { text: scalar } },
    cells: listOf({ cell: { a: scalar, b: scalar } }),
    other: listOf({ cell: { a: scalar } }),
  },
  line: { style: scalar },
  cell: { a: scalar },
});

it('names of lists are those of all parts of their items, lists within them too', () => {
  expect(
    listNamesOf({ title: scalar, seo: { kind: 'component', fields: { rows: some } } }),
  ).toEqual({
    'seo.rows': [
      'row/',
      'row/head.text',
      'row/cells',
      'row/cells/cell/',
      'row/cells/cell/a',
      'line/',
    ],
  });
});

it('a list has what was named of it again, and nothing else', () => {
  const { rows = [] } = listNamesOf({ rows: some });
  expect(listWith(whole, rows)).toEqual(some);
});
