import { readTags, UNREAD } from '../../text/web-page/tag-reader';

/** Elements that stand within a word or a sentence; all others separate what is around them. */
const WITHIN_TEXT = new Set(
  'a abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark q rp rt ruby s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);

/** What there is to be read in HTML: its texts, and those that stand in place of images. */
export function htmlText(html: string): string {
  const parts: string[] = [];
  let unread: string | null = null;
  readTags(html, {
    onStartTag(name, attributes) {
      if (UNREAD.has(name)) unread = name;
      if (!WITHIN_TEXT.has(name) && name !== 'img') parts.push(' ');
      if (name === 'img') parts.push(attributes.get('alt') ?? '');
    },
    onEndTag(name) {
      if (name === unread) unread = null;
      if (!WITHIN_TEXT.has(name)) parts.push(' ');
    },
    onText(text) {
      if (unread === null) parts.push(text);
    },
  });
  return parts.join('');
}
