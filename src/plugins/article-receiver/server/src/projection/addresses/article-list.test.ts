import fc from 'fast-check';
import { listHead, listLine } from './article-list';

describe('the list of articles', () => {
  it('has a heading, a summary where there is one, and a section', () => {
    expect(listHead({ title: 'Blog' })).toBe('# Blog\n\n## Articles\n\n');
    expect(listHead({ title: 'A\nblog', description: 'All\nabout it' })).toBe(
      '# A blog\n\n> All about it\n\n## Articles\n\n',
    );
  });

  it('has a line an article, with a note where there is one', () => {
    const url = 'https://example.org/a';
    expect(listLine({ title: 'Title', url, description: 'Note' })).toBe(
      '- [Title](https://example.org/a): Note\n',
    );
    expect(listLine({ title: 'Title', url, description: '  ' })).toBe(
      '- [Title](https://example.org/a)\n',
    );
  });

  it('has notes that open no markup either', () => {
    const description = 'See [x](javascript:alert(1)), ![y](https://evil.example/y) and <script>';
    expect(listLine({ title: 'T', url: 'u', description })).toBe(
      '- [T](u): See \\[x\\](javascript:alert(1)), !\\[y\\](https://evil.example/y) and \\<script\\>\n',
    );
  });

  it('keeps notes short, without cutting a character in two', () => {
    const line = listLine({ title: 'T', url: 'u', description: '🫖'.repeat(400) });
    expect([...line].length).toBeLessThan(330);
    expect(line.isWellFormed()).toBe(true);
    expect(line).toMatch(/🫖…\n$/u);
  });

  it('stays one line with one link, whatever a title and a note hold', () => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom(...'[]()\\\n\r`*_<>#\u2028 ab'), fc.string()),
    });
    fc.assert(
      fc.property(text, text, (title, description) => {
        const line = listLine({ title, url: 'https://example.org/(a)', description });
        expect(line).toMatch(
          /^- \[(?:\\.|[^\\\]])*\]\(https:\/\/example\.org\/%28a%29\)(?:: .+)?\n$/u,
        );
        expect(line.slice(0, -1)).not.toMatch(/[\n\r\u2028\u2029]/);
      }),
    );
  });
});
