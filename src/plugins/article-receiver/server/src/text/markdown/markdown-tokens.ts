import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';
import type { Range } from './lines';

/** Where something that may lead to another article stands, angle brackets of an address included. */
export interface LinkPlace extends Range {
  /** An address in Markdown's own writing, one that is written as it is, or HTML. */
  kind: 'destination' | 'verbatim' | 'html';
}

const LINK_KINDS: Readonly<Record<string, LinkPlace['kind']>> = {
  resourceDestination: 'destination',
  definitionDestination: 'destination',
  autolink: 'verbatim',
  literalAutolinkHttp: 'verbatim',
  literalAutolinkWww: 'verbatim',
  htmlFlow: 'html',
  htmlText: 'html',
};

/** Links and HTML in a Markdown text, in order, as GitHub's flavour reads it. Images are no links. */
export function readLinks(markdown: string): LinkPlace[] {
  const places: LinkPlace[] = [];
  let images = 0;
  for (const { kind: step, type, start, end } of events(markdown)) {
    if (type === 'image') images += step === 'enter' ? 1 : -1;
    const kind = step === 'enter' && images === 0 ? LINK_KINDS[type] : undefined;
    if (kind) places.push({ kind, start, end });
  }
  return places;
}

interface Event extends Range {
  kind: 'enter' | 'exit';
  type: string;
}

function* events(markdown: string): Generator<Event> {
  // The reader drops a byte order mark and does not count it.
  const skipped = markdown.startsWith('\uFEFF') ? 1 : 0;
  const chunks = preprocess()(markdown, undefined, true);
  for (const [kind, token] of postprocess(
    parse({ extensions: [gfm()] })
      .document()
      .write(chunks),
  )) {
    yield {
      kind,
      type: token.type,
      start: token.start.offset + skipped,
      end: token.end.offset + skipped,
    };
  }
}
