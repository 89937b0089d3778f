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
    ['characters', 'x'.repeat(410_000)],
    ['words', 'word '.repeat(79_000)],
    ['words in paragraphs', `${'word '.repeat(9_000)}\n\n`.repeat(8)],
    ['block markers within a line', `漢${'- '.repeat(197_500)}.`],
    ['markup characters and block markers in one line', `[${'a_- > '.repeat(2_641)}~~# `],
    ['words behind an open bracket', `[${'word '.repeat(2_000)}`],
    ['words behind an open bracket in other lines', `a [b\n${'word '.repeat(2_000)}`],
    ['words behind what looks like the end of a bracket', `[a \`]\` ${'word '.repeat(2_000)}`],
    ['words behind an image', `![${'-# >'.repeat(2_000)}`],
    ['brackets that close nothing behind words', `${'word '.repeat(10_000)}\n${'] '.repeat(500)}`],
    ['tabs', `\`${'\t'.repeat(390_000)}`],
    ['gaps', '漢 '.repeat(130_000)],
    ['markup characters around lines that seem blank', '*a_\n\u00a0\n'.repeat(1_000)],
    ['lines of one block', 'word word\n'.repeat(1_700)],
    ['rows that are none of a table', `a\n${'| **a** | [b](/c) `d` |\n'.repeat(200)}`],
    ['rows of a table without its delimiter row', '| **a** | [b](/c) `d` |\n'.repeat(200)],
    [
      'rows below a head with another number of cells',
      `| a \\| b |\n|---|---|\n${'| **a** | [b](/c) `d` |\n'.repeat(200)}`,
    ],
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
    ['100 kB of words', `${'word '.repeat(80)}\n\n`.repeat(250)],
    ['100 kB of words in few lines', `${'word '.repeat(2_000)}\n\n`.repeat(10)],
    [
      '100 kB of prose',
      `## Grind\n\n${'A clean grinder, says [Marta](/m), keeps *everything* even. '.repeat(6)}\n\n${'And so the water runs through it at one pace, which is what matters most of all. '.repeat(12)}\n\n`.repeat(
        74,
      ),
    ],
    ['100 kB in a language without spaces', '水は最初に注ぎます。'.repeat(10_000)],
    ['nothing', ''],
  ])('lets %s pass', (_, markdown) => {
    expect(isCostlyToParse(markdown)).toBe(false);
  });
});
