import { parse, postprocess, preprocess } from 'micromark';
import { gfm } from 'micromark-extension-gfm';

/** A part of the Markdown, as offsets into the string. */
export interface Range {
  start: number;
  end: number;
}

export interface MarkdownTokens {
  /** Whether the character at an offset is code: shown as it is, never as markup. */
  isCode: (offset: number) => boolean;
  /** Destinations of links, images and definitions, angle brackets included, in order. */
  destinations: Range[];
  /** `<scheme:…>` links, angle brackets included, in order. */
  autolinks: Range[];
}

/** Both ways of reading see code at this offset. */
const CODE_IN_BOTH = 0b11;

/**
 * Where code and link destinations stand in a Markdown text.
 *
 * The text is read twice, as CommonMark and as GitHub's flavour. They disagree at the edges (a `|`
 * in a table row ends a code span, a footnote makes indented code a paragraph), and a site's
 * renderer may be either: code is only what both call code, a destination what one of them does.
 * A fenced block that is never closed is no code: some renderers do not take it for a block.
 */
export function readMarkdown(markdown: string): MarkdownTokens {
  const code = new Uint8Array(markdown.length);
  const destinations = new Map<number, number>();
  const autolinks = new Map<number, number>();
  readAs([], 0b01);
  readAs([gfm()], 0b10);
  return {
    isCode: (offset) => code[offset] === CODE_IN_BOTH,
    destinations: ranges(destinations),
    autolinks: ranges(autolinks),
  };

  function readAs(extensions: ReturnType<typeof gfm>[], flag: number): void {
    let fences = 0;
    let fenced: Range[] | null = null;
    for (const { kind, type, start, end } of events(markdown, extensions)) {
      if (type === 'codeFenced') {
        if (kind === 'enter') [fenced, fences] = [[], 0];
        else if (fences === 2) fenced?.forEach((range) => mark(range, flag));
        if (kind === 'exit') fenced = null;
      }
      if (kind === 'exit') continue;
      if (type === 'codeFencedFence') fences += 1;
      else if (type === 'codeFlowValue' && fenced) fenced.push({ start, end });
      else if (type === 'codeFlowValue' || type === 'codeTextData') mark({ start, end }, flag);
      else if (type === 'resourceDestination' || type === 'definitionDestination') {
        destinations.set(start, end);
      } else if (type === 'autolink') autolinks.set(start, end);
    }
  }

  function mark({ start, end }: Range, flag: number): void {
    for (let at = start; at < end; at += 1) code[at] = (code[at] ?? 0) | flag;
  }
}

interface Event extends Range {
  kind: 'enter' | 'exit';
  type: string;
}

function* events(markdown: string, extensions: ReturnType<typeof gfm>[]): Generator<Event> {
  // The reader drops a byte order mark and does not count it.
  const skipped = markdown.startsWith('\uFEFF') ? 1 : 0;
  const chunks = preprocess()(markdown, undefined, true);
  for (const [kind, token] of postprocess(parse({ extensions }).document().write(chunks))) {
    yield {
      kind,
      type: token.type,
      start: token.start.offset + skipped,
      end: token.end.offset + skipped,
    };
  }
}

function ranges(ends: Map<number, number>): Range[] {
  return [...ends].map(([start, end]) => ({ start, end })).sort((a, b) => a.start - b.start);
}
