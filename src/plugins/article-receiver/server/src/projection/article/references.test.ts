import { isBereft } from './references';

describe('a field whose targets were deleted', () => {
  const without =
    (...gone: string[]) =>
    (id: string) =>
      !gone.includes(id);

  it.each([
    ['shows the others', ['a', 'c'], ['a', 'b', 'c'], ['b'], true],
    ['is empty', [], ['a'], ['a'], true],
    ['leads to nothing', null, ['a'], ['a'], true],
    ['shows all that was written', ['a', 'b'], ['a', 'b'], [], false],
    ['shows something else besides', ['a', 'x'], ['a', 'b'], ['b'], false],
    ['lacks something that is there', ['a'], ['a', 'b', 'c'], ['b'], false],
    ['shows them in another order', ['c', 'a'], ['a', 'b', 'c'], ['b'], false],
    ['shows another one', 'x', ['a'], ['a'], false],
    [
      'shows one that was made again before it was written',
      ['a', 'b'],
      ['a', 'b', 'c'],
      ['a', 'c'],
      true,
    ],
    ['was emptied by a person', null, [], [], false],
  ])('%s', (_, shown, written, gone, expected) => {
    expect(isBereft(shown, written, without(...gone))).toBe(expected);
  });
});
