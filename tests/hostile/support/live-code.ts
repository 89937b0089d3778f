import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;

/** Elements that run something, load something or change the page around them. */
const LIVE_ELEMENTS = new Set(
  'script style iframe object embed form input button svg math link meta base template frame'.split(
    ' ',
  ),
);

const RUNS_CODE = /^[\s\p{Cc}]*(?:javascript|vbscript|data):/iu;

/** What a browser would run in a piece of HTML: elements, handlers, addresses. */
export function liveCode(html: string): string[] {
  return codeIn(parseFragment(html));
}

function codeIn(node: Node): string[] {
  const found: string[] = [];
  if ('attrs' in node) {
    const isTask = node.tagName === 'input' && node.attrs.some(({ value }) => value === 'checkbox');
    if (LIVE_ELEMENTS.has(node.tagName) && !isTask) found.push(`<${node.tagName}>`);
    for (const { name, value } of node.attrs) {
      if (/^on|^style$|^srcdoc$/i.test(name)) found.push(`${node.tagName}[${name}]`);
      // Browsers drop tabs and line ends from addresses.
      if (RUNS_CODE.test(value.replace(/[\t\n\r]/g, ''))) found.push(`${name}=${value}`);
    }
  }
  if ('childNodes' in node) found.push(...node.childNodes.flatMap(codeIn));
  return found;
}
