/**
 * The list of a site's articles in the llms.txt format (https://llmstxt.org): a heading, a
 * summary, and a Markdown list of links with a note each. Every article is one line.
 */

/** Longest note of an article, in characters. */
const MAX_NOTE = 300;

/** A text on one line, whatever it holds. */
const onOneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();

/** A text that opens no markup, and does not end the link whose text it is. */
const withoutMarkup = (line: string): string => line.replace(/[\\[\]`*_<>]/g, '\\$&');

const asNote = (text: string): string => {
  const line = onOneLine(text);
  const characters = [...line];
  return characters.length > MAX_NOTE
    ? `${characters
        .slice(0, MAX_NOTE - 1)
        .join('')
        .trimEnd()}…`
    : line;
};

/** What stands above the list. */
export function listHead({ title, description }: { title: string; description?: string }): string {
  const summary = description ? `> ${onOneLine(description)}\n\n` : '';
  return `# ${onOneLine(title)}\n\n${summary}## Articles\n\n`;
}

/** One article. The address has to be encoded already. */
export function listLine(article: {
  title: string;
  url: string;
  description: string | null;
}): string {
  // A bracket would end the address for whoever reads Markdown.
  const url = article.url.replace(/[()<> ]/g, percent);
  const note = article.description ? withoutMarkup(asNote(article.description)) : '';
  return `- [${withoutMarkup(onOneLine(article.title))}](${url})${note === '' ? '' : `: ${note}`}\n`;
}

const percent = (character: string): string =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
