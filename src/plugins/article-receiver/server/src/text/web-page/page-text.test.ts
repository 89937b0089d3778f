import { pageText } from './page-text';

const TITLE = 'Kaffeemühlen für Anfänger';

const latin1 = (html: string) => Buffer.from(html, 'latin1');

describe('pageText', () => {
  it.each<[string, Buffer, string]>([
    ['the server says', latin1(TITLE), 'text/html; charset=ISO-8859-1'],
    ['the page says', latin1(`<meta charset="iso-8859-1">${TITLE}`), 'text/html'],
    [
      'an older page says',
      latin1(
        `<META http-equiv=Content-Type content="text/html; charset=windows-1252"><h1>${TITLE}`,
      ),
      '',
    ],
    [
      'the page says, because nobody knows what the server says',
      latin1(`<meta charset=latin1>${TITLE}`),
      'text/html; charset=none',
    ],
    [
      'the server says, and not the page',
      Buffer.from(`<meta charset="latin1">${TITLE}`),
      'a; charset=utf-8',
    ],
    ['its mark says', Buffer.from(`\ufeff${TITLE}`), 'text/html; charset=iso-8859-1'],
    ['its mark says, of two bytes', Buffer.from(`\ufeff${TITLE}`, 'utf16le'), 'text/html'],
    ['nobody says', Buffer.from(TITLE), 'text/html'],
    ['a comment only says', Buffer.from(`<!-- <meta charset="latin1"> -->${TITLE}`), ''],
    ['it says and cannot be', Buffer.from(`<meta charset="utf-16">${TITLE}`), ''],
  ])('reads a page in the encoding that %s', (_, bytes, contentType) => {
    expect(pageText(bytes, contentType)).toMatch(new RegExp(`${TITLE}$`));
  });

  it('looks for it in the head alone, however large the page', () => {
    const late = `${' '.repeat(1_024)}<meta charset="latin1">${TITLE}`;
    expect(pageText(Buffer.from(late), '')).toContain(TITLE);
    const many = '<meta '.repeat(200_000);
    expect(pageText(Buffer.from(many), '')).toBe(many);
  });
});
