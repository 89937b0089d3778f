import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import type { BlockImage } from './block-nodes';
import { markdownToBlocks } from './blocks';

interface Validator {
  validate(value: unknown, options: { strict: boolean }): Promise<unknown>;
}

/** Strapi's own check of blocks, the one that every write passes. */
const fromStrapi = createRequire(require.resolve('@strapi/strapi/package.json'));
const core = dirname(fromStrapi.resolve('@strapi/core/package.json'));
const { blocksValidator } = fromStrapi(
  join(core, 'dist/services/entity-validator/blocks-validator.js'),
) as { blocksValidator: () => Validator };

const check = (blocks: unknown) => blocksValidator().validate(blocks, { strict: true });

const IMAGE: BlockImage = {
  name: 'a.png',
  alternativeText: 'A',
  caption: null,
  url: '/uploads/a.png',
  width: 2,
  height: 2,
  formats: null,
  hash: 'a',
  ext: '.png',
  mime: 'image/png',
  size: 1,
  previewUrl: null,
  provider: 'local',
  provider_metadata: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
};
const findImage = (url: string) => (url === IMAGE.url ? IMAGE : null);
const text = (value: string) => ({ type: 'text', text: value });

describe('markdownToBlocks', () => {
  it.each([
    ['a heading', '## Two', [{ type: 'heading', level: 2, children: [text('Two')] }]],
    [
      'styles',
      'a **b _c_** ~~d~~ `e`',
      [
        {
          type: 'paragraph',
          children: [
            text('a '),
            { ...text('b '), bold: true },
            { ...text('c'), bold: true, italic: true },
            text(' '),
            { ...text('d'), strikethrough: true },
            text(' '),
            { ...text('e'), code: true },
          ],
        },
      ],
    ],
    [
      'a link',
      '[here](https://example.com "T")',
      [
        {
          type: 'paragraph',
          children: [{ type: 'link', url: 'https://example.com', children: [text('here')] }],
        },
      ],
    ],
    [
      'a reference link',
      '[here][1]\n\n[1]: https://example.com',
      [
        {
          type: 'paragraph',
          children: [{ type: 'link', url: 'https://example.com', children: [text('here')] }],
        },
      ],
    ],
    ['a link that Strapi refuses', '[up](#top)', [{ type: 'paragraph', children: [text('up')] }]],
    ['code', '```js\n1 < 2\n```', [{ type: 'code', language: 'js', children: [text('1 < 2')] }]],
    ['a quote', '> said', [{ type: 'quote', children: [text('said')] }]],
    [
      'nested lists',
      '1. one\n   - inner\n2. two',
      [
        {
          type: 'list',
          format: 'ordered',
          children: [
            { type: 'list-item', children: [text('one')] },
            {
              type: 'list',
              format: 'unordered',
              indentLevel: 1,
              children: [{ type: 'list-item', children: [text('inner')] }],
            },
            { type: 'list-item', children: [text('two')] },
          ],
        },
      ],
    ],
    [
      'text behind a nested list, in its order',
      '1. one\n\n   more\n   - inner\n     - innermost\n\n   behind\n\n   - again\n\n   *last*\n2. two',
      [
        {
          type: 'list',
          format: 'ordered',
          children: [
            { type: 'list-item', children: [text('one\nmore')] },
            {
              type: 'list',
              format: 'unordered',
              indentLevel: 1,
              children: [
                { type: 'list-item', children: [text('inner')] },
                {
                  type: 'list',
                  format: 'unordered',
                  indentLevel: 2,
                  children: [{ type: 'list-item', children: [text('innermost\nbehind')] }],
                },
              ],
            },
            {
              type: 'list',
              format: 'unordered',
              indentLevel: 1,
              children: [
                {
                  type: 'list-item',
                  children: [text('again\n'), { ...text('last'), italic: true }],
                },
              ],
            },
            { type: 'list-item', children: [text('two')] },
          ],
        },
      ],
    ],
    [
      'an image of the Media Library between texts',
      'before ![A](/uploads/a.png) after',
      [
        { type: 'paragraph', children: [text('before ')] },
        { type: 'image', image: IMAGE, children: [text('')] },
        { type: 'paragraph', children: [text(' after')] },
      ],
    ],
    [
      'an image from elsewhere',
      '![A cup](https://example.com/a.png)',
      [
        {
          type: 'paragraph',
          children: [{ type: 'link', url: 'https://example.com/a.png', children: [text('A cup')] }],
        },
      ],
    ],
    [
      'a table',
      '| a | b |\n| - | - |\n| 1 | 2 |',
      [
        {
          type: 'paragraph',
          children: [{ ...text('a'), bold: true }, text(' | '), { ...text('b'), bold: true }],
        },
        { type: 'paragraph', children: [text('1 | 2')] },
      ],
    ],
    [
      'code with a bar in a table, and outside',
      '| `a \\| b` |\n| - |\n| c \\| `\\d` |\n\n`e \\| f`',
      [
        { type: 'paragraph', children: [{ ...text('a | b'), bold: true, code: true }] },
        { type: 'paragraph', children: [text('c | '), { ...text('\\d'), code: true }] },
        { type: 'paragraph', children: [{ ...text('e \\| f'), code: true }] },
      ],
    ],
    [
      'a bare address',
      'see www.example.com',
      [
        {
          type: 'paragraph',
          children: [
            text('see '),
            { type: 'link', url: 'http://www.example.com', children: [text('www.example.com')] },
          ],
        },
      ],
    ],
    [
      'lines that belong together, and one that its text ends',
      'Water\nfirst, *then\r\nthe beans*.  \nWait.',
      [
        {
          type: 'paragraph',
          children: [
            text('Water first, '),
            { ...text('then the beans'), italic: true },
            text('.\nWait.'),
          ],
        },
      ],
    ],
    ['escaped HTML', '&lt;b>no&lt;/b>', [{ type: 'paragraph', children: [text('<b>no</b>')] }]],
    [
      'a task',
      '- [x] done',
      [
        {
          type: 'list',
          format: 'unordered',
          children: [{ type: 'list-item', children: [text('☑ done')] }],
        },
      ],
    ],
    [
      'a table, a quote and a list within it in an item of a list, line by line',
      '- a\n\n  | b | c |\n  | - | - |\n  | 1 | 2 |\n\n  > d\n  >\n  > e\n  > - f\n  > - g\n\n  ---\n\n  h',
      [
        {
          type: 'list',
          format: 'unordered',
          children: [
            {
              type: 'list-item',
              children: [
                text('a\n'),
                { ...text('b'), bold: true },
                text(' | '),
                { ...text('c'), bold: true },
                text('\n1 | 2\nd\ne\nf\ng\nh'),
              ],
            },
          ],
        },
      ],
    ],
    [
      'footnotes, each with its label',
      'a[^1] b[^n]\n\n[^1]: **c**\n\n    d\n\n[^n]: - e\n\n- f\n\n  [^g]: h',
      [
        { type: 'paragraph', children: [text('a[1] b[n]')] },
        { type: 'paragraph', children: [text('[1] '), { ...text('c'), bold: true }] },
        { type: 'paragraph', children: [text('d')] },
        { type: 'paragraph', children: [text('[n]')] },
        {
          type: 'list',
          format: 'unordered',
          children: [{ type: 'list-item', children: [text('e')] }],
        },
        {
          type: 'list',
          format: 'unordered',
          children: [{ type: 'list-item', children: [text('f\n[g] h')] }],
        },
      ],
    ],
    [
      'a rule',
      'a\n\n---\n\nb',
      [
        { type: 'paragraph', children: [text('a')] },
        { type: 'paragraph', children: [text('b')] },
      ],
    ],
    ['nothing', ' \n', []],
  ])('makes blocks of %s', async (_, markdown, blocks) => {
    expect(markdownToBlocks(markdown, findImage)).toEqual(blocks);
    await check(blocks);
  });

  it('takes text that is too costly to parse as plain paragraphs', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const blocks = markdownToBlocks(`${'*a '.repeat(200_000)}${end} ${end}next${end}last`);
      expect(blocks).toHaveLength(2);
      expect(blocks.at(-1)).toEqual({ type: 'paragraph', children: [text(`next${end}last`)] });
      await check(blocks);
    }
  });

  const pieces = fc.constantFrom(
    ...[
      '# ',
      '- ',
      '1. ',
      '> ',
      '```',
      '`',
      '**',
      '_',
      '~~',
      '[',
      '](',
      ')',
      '![',
      '<',
      '>',
      '|',
      '| - |',
    ],
    ...[
      '\n',
      '\n\n',
      '  \n',
      '    ',
      'a',
      'b c',
      '&amp;',
      '\\',
      '[^1]',
      '[^1]: ',
      '[x] ',
      '---',
      '===',
      '\t',
      '\uFEFF',
    ],
    ...[
      'https://example.com',
      'javascript:1',
      '/uploads/a.png',
      'a@b.de',
      'www.x.de',
      '<b>',
      '//[',
      ':',
    ],
  );

  it('gives blocks that Strapi takes, whatever the Markdown is', async () => {
    const markdown = fc.oneof(
      fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join('')),
      fc.string({ unit: 'binary', maxLength: 60 }),
    );
    await fc.assert(
      fc.asyncProperty(markdown, async (source) => {
        const blocks = markdownToBlocks(source, findImage);
        await check(blocks);
        expect(markdownToBlocks(source, findImage)).toEqual(blocks);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same blocks whichever line ends the Markdown has', () => {
    const markdown = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
    const unix = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('\\r\\n', '\\n'));
    fc.assert(
      fc.property(markdown, (source) => {
        const onWindows = markdownToBlocks(source.replaceAll('\n', '\r\n'), findImage);
        expect(unix(onWindows)).toEqual(markdownToBlocks(source, findImage));
      }),
      { numRuns: 500 },
    );
  });
});
