import { isCostlyToParse } from './markdown-cost';

describe('isCostlyToParse', () => {
  it.each([
    ['markup characters in one block', '*a_ '.repeat(2_000)],
    ['markup characters in one block of many lines', '*a_\n'.repeat(2_000)],
    ['markup characters in all', `${'[a](b) *c* '.repeat(8)}\n\n`.repeat(1_100)],
    ['links', '[a](b)\n\n'.repeat(2_400)],
    ['cells of tables', '|a|b|c|d|e|f|g|h\n'.repeat(800)],
    ['items of lists', '- a\n'.repeat(2_400)],
    ['quotes', '> a\n\n'.repeat(2_400)],
    ['lines', 'a\n\n'.repeat(2_600)],
    ['underlines', 'a\n\n=\n'.repeat(1_200)],
    ['nested blocks', `a\n${' '.repeat(310)}- b`],
    ['nested quotes', `${'> '.repeat(160)}a`],
    ['characters', 'word '.repeat(90_000)],
  ])('counts %s', (_, markdown) => {
    expect(isCostlyToParse(markdown)).toBe(true);
  });

  it.each([
    [
      'a table of 250 rows',
      `| a | b |\n|---|---|\n${'| **a** | [b](/c) `d` <br> |\n'.repeat(250)}`,
    ],
    [
      'an article of ten thousand words',
      `## A heading\n\n${'word '.repeat(45)}*word*, [link](/x), **word**, \`code\`.\n\n- a [b](/c)\n- d\n\n`.repeat(
        200,
      ),
    ],
    [
      'links in each sentence',
      `${'A *word*, [a link](/x) and `code`. '.repeat(10)}\n\n`.repeat(90),
    ],
    ['a picture in a data address', `![a](data:image/png;base64,${'iVBORw0KGgo/'.repeat(9_000)})`],
    ['long lines of text', `${'word '.repeat(9_000)}\n\n`.repeat(8)],
    ['nothing', ''],
  ])('lets %s pass', (_, markdown) => {
    expect(isCostlyToParse(markdown)).toBe(false);
  });
});
