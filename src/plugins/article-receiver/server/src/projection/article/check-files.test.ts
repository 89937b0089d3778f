import type { WireArticle } from '../../read-delivery/wire';
import { checkFiles } from './check-files';

const right = {
  llmTxt: { fileName: 's.llm.txt', contentType: 'text/plain', encoding: 'utf-8', content: '' },
  jsonLd: { contentType: 'application/ld+json', encoding: 'utf-8', content: '{}' },
};

const paths = (files: unknown, slug: string | null = 's') =>
  checkFiles({ slug, files } as WireArticle).map(({ path }) => path.replace('article.files.', ''));

describe('checkFiles', () => {
  it.each([
    ['what the feed fixes', right],
    [
      'another writing of it',
      { llmTxt: { contentType: 'Text/Plain; charset=utf-8', encoding: 'UTF-8' } },
    ],
    ['nothing', null],
    ['files that say nothing of themselves', { llmTxt: { fileName: null }, jsonLd: null }],
  ])('has nothing to say about %s', (_, files) => {
    expect(paths(files)).toEqual([]);
  });

  it('cannot judge a file name without a slug', () => {
    expect(paths(right, null)).toEqual([]);
  });

  it('names each value that is another', () => {
    const wrong = {
      llmTxt: { fileName: 'other.txt', contentType: 'text/html', encoding: 'base64' },
      jsonLd: { contentType: 'application/json', encoding: 'latin1' },
    };
    expect(paths(wrong)).toEqual([
      'llmTxt.fileName',
      'llmTxt.contentType',
      'llmTxt.encoding',
      'jsonLd.contentType',
      'jsonLd.encoding',
    ]);
  });
});
