import { fingerprint } from './fingerprint';
import { isOfOtherType } from './other-type';

const DEEP = 200_000;

it.each([
  ['a number that is text by now', '7', 7, true],
  ['JSON that is text by now', '[{"type": "paragraph"}]', [{ type: 'paragraph' }], true],
  ['a text that is a number by now', 7, '7', true],
  ['another number', '8', 7, false],
  ['a text in quotes that somebody put there', '"Seven"', 'Seven', false],
  ['the word null where nothing was', 'null', null, false],
  ['a text', 'Seven of them', 7, false],
  ['a text that is nested deeply', '['.repeat(DEEP) + ']'.repeat(DEEP), [], false],
  ['a list', ['7'], '7', false],
])('knows %s by what it was', (_, value, before, isKnown) => {
  expect(isOfOtherType(value, fingerprint(before))).toBe(isKnown);
});
