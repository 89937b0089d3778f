import { beforeMadeAgain } from './same-files';

const FORMER = new Map([
  [7, [4, 6]],
  [9, [5]],
]);

describe('a value of files that were deleted and made again', () => {
  it.each([
    ['one', 7, [4], [4, 4, 6]],
    [
      'several',
      [7, 8, 9],
      [4, 8, 5],
      [
        [4, 8, 5],
        [4, 8, 9],
        [6, 8, 9],
        [7, 8, 5],
      ],
    ],
    ['one that was not', 8, [4], []],
    ['none', null, [4], []],
    ['an empty list', [], [4], []],
  ])('is what it was before: %s', (_, value, written, before) => {
    expect(beforeMadeAgain(value, FORMER, written)).toEqual(before);
  });
});
