import { hidesCode, isSafeDestination } from '../addresses/link-schemes';
import { hasActingAddress } from './acting-address';
import { bareDestination } from './bare-destination';
import { applyEdits, type Edit } from './edits';
import { withoutFixedSpaces } from './fixed-spaces';
import {
  beginsWithWord,
  isAboutCode,
  isAboutData,
  isNote,
  labelBefore,
  softenedNote,
} from './notes';

/** A destination that is not harmless, to some reader. */
export interface RiskyLink {
  /** Offset of the bracket that leads to it. */
  opener: number;
  /** It as it stands, angle brackets included; null where not all readers see it end at one place. */
  whole: { start: number; end: number } | null;
  /** What the whole destination may be instead. */
  instead: string;
  /** Where it is a note's text to most, what makes it harmless to all of them; null where nothing does. */
  note: readonly Edit[] | null;
}

/** What leads to a destination; to generous readers also behind spaces and on the next line. */
const OPENER = /\](?:[ \t]*(?:(?:\r\n?|\n)[ \t]*)?\(|:)/g;

/**
 * A destination, and what follows it: read up to a bracket at most, so that the next link is found
 * too and nothing is read twice; no scheme has brackets in it. The marks of a quote may precede it.
 */
const DESTINATION = /[\s>]*(<?[^\s)>[\]]*)(>?[^)>[\]]{0,400})/y;

/** What goes on behind where a destination seems to end, up to what could end an attribute. */
const RUN = /(?:[^\s"<>`[\]]|[[\]](?![(:]))*/y;

/** Destinations that are harmless at first sight, whoever reads them, of any length. */
const PLAIN = /^(?:(?:https?|mailto|tel):[^\s\\<]*|[^\s:&\\%<\p{Cc}\p{Cf}]+)$/iu;

/** Longest destination that is decoded, in characters; a longer one has to be plain. */
const MAX_DECODED = 400;

/** Where a destination that is not harmless seems to stand, in order. Linear in the text's length. */
export function riskyLinks(text: string, mayHoldHtml: boolean): RiskyLink[] {
  const acts = hasActingAddress(text);
  const readings = readingsOf(text);
  return [...text.matchAll(OPENER)]
    .filter(({ 0: lead, index }) =>
      readings.some((read) => !isHarmless(read, { opener: index, lead, acts })),
    )
    .map(({ 0: lead, index: opener }) => ({
      opener,
      ...wholeDestination(text, opener, lead),
      note: lead === ']:' ? harmlessNote(text, { opener, lead, acts }, mayHoldHtml) : null,
    }));
}

const readingsOf = (text: string): string[] => [...new Set([text, withoutFixedSpaces(text)])];

/** So much around a note's first word is looked at, in characters: more than any of the patterns does. */
const AROUND = 1_000;

function harmlessNote(text: string, place: Lead, mayHoldHtml: boolean): readonly Edit[] | null {
  const edits = softenedNote(text, place.opener, mayHoldHtml);
  if (edits.length === 0) return null;
  const from = Math.max(0, place.opener - AROUND);
  const near = text.slice(from, place.opener + AROUND);
  const moved = edits.map((edit) => ({ ...edit, start: edit.start - from, end: edit.end - from }));
  const opener = place.opener - from;
  const isNowHarmless = readingsOf(applyEdits(near, moved)).every((read) =>
    isHarmless(read, { ...place, opener }),
  );
  return isNowHarmless ? edits : null;
}

/** A harmless destination, and what it is without its angle brackets. */
export interface PointyLink {
  opener: number;
  whole: { start: number; end: number };
  instead: string;
}

/**
 * The destinations in angle brackets of which all readers see where they end, in order. Linear in the text's length.
 * @param angles the offsets of the brackets that are asked about, `</uploads/a.jpg>` say.
 */
export function pointyLinks(text: string, angles: readonly number[]): PointyLink[] {
  if (angles.length === 0) return [];
  const asked = new Set(angles);
  return [...text.matchAll(OPENER)].flatMap(({ 0: lead, index: opener }) => {
    const { whole, instead } = wholeDestination(text, opener, lead);
    return whole && instead !== '#' && asked.has(whole.start) ? [{ opener, whole, instead }] : [];
  });
}

/** What a pattern finds at one place. */
function foundAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Lead {
  opener: number;
  lead: string;
  /** Whether any address of the text may do something in another's attribute. */
  acts: boolean;
}

function isHarmless(text: string, { opener, lead, acts }: Lead): boolean {
  const match = foundAt(DESTINATION, text, opener + lead.length);
  const [all = '', destination = '', rest = ''] = match ?? [];
  const end = opener + lead.length + all.length - rest.length;
  const isPointy = destination.startsWith('<');
  const raw = isPointy ? destination.slice(1) : destination;
  // What follows after a space belongs to it only for readers who are too generous.
  const isNoteBegun = lead === ']:' && !isPointy && beginsWithWord(text, opener, end, raw);
  const isSafe =
    PLAIN.test(raw) || (raw.length <= MAX_DECODED && isSafeDestination(raw)) || isNoteBegun;
  if (!isSafe) return false;
  const mayRun = hidesCode(raw.slice(0, MAX_DECODED) + rest);
  const isAbout = isNoteBegun && (isAboutData(text, end, raw) || isAboutCode(text, end, raw));
  if (mayRun && !isAbout) return false;
  // No link but to the most generous.
  if (/[\n\r]/.test(lead)) return true;
  const follows = text.slice(end, end + 2);
  if (isPointy ? !/^>(?:[\s)]|$)/.test(follows) : follows.startsWith('>')) return false;
  return isContained(text, { opener, end, lead, acts, raw, isPointy });
}

interface Place extends Lead {
  end: number;
  raw: string;
  isPointy: boolean;
}

/** Whether nothing in or behind a destination could end the attribute that it is written into. */
function isContained(text: string, { opener, end, lead, acts, raw, isPointy }: Place): boolean {
  if (/["<>]/.test(raw)) return false;
  const isInline = lead !== ']:';
  // Code in a destination may hide spaces, and so where it ends.
  if (isInline && raw.includes('`')) return false;
  // With a parenthesis in it, or nothing, a destination may go on behind where it seems to end.
  const ends = isPointy || (isInline ? /^(?:[\s)]|$)/ : /^(?:\s|$)/).test(text.slice(end, end + 1));
  if (raw !== '' && !raw.includes('(') && ends) return true;
  const run = foundAt(RUN, text, end)?.[0] ?? '';
  const next = text.slice(end + run.length, end + run.length + 2);
  if (/^["<>]/.test(next) || (isInline && next.startsWith('`'))) return false;
  if (isInline && raw === '' && !/^\)?$/.test(run)) return false;
  const nests = /^[[\]`]/.test(next) || (!isInline && /[[\]]/.test(run));
  if (!nests) return true;
  return isNote(text, opener) && !acts && !BECOMES_ATTRIBUTE.test(wordAt(text, end));
}

/** A link within a destination: some renderers write one tag into the other's attribute. */
const BECOMES_ATTRIBUTE = /[/(](?:on|style)[^/\s]*=|["<>]/i;

const wordAt = (text: string, at: number): string => foundAt(/\S{0,400}/y, text, at)?.[0] ?? '';

const TITLE = String.raw`(?:[ \t]+(?:"[^"<>\n\r\x60[\]]*"|'[^'"<>\n\r\x60[\]]*'))?[ \t]*`;
const POINTY = String.raw`<[^<>\n\r]*>`;
const INLINE = new RegExp(
  String.raw`[ \t]*(${POINTY}|(?:[^\s()<>[\]"'\x60]|\([^\s()<>[\]"'\x60]*\))+)(?=${TITLE}\))`,
  'y',
);
const DEFINED = new RegExp(
  String.raw`[ \t]*(${POINTY}|[^\s<>[\]"'\x60]+)(?=${TITLE}(?:[\n\r]|$))`,
  'y',
);

/** A destination of which all readers see where it begins and ends. */
function wholeDestination(
  text: string,
  opener: number,
  lead: string,
): Pick<RiskyLink, 'whole' | 'instead'> {
  const none = { whole: null, instead: '' };
  const isDefinition = lead === ']:';
  if (isDefinition ? !isDefinitionAt(text, opener) : lead !== '](') return none;
  const match = foundAt(isDefinition ? DEFINED : INLINE, text, opener + lead.length);
  const written = match?.[1];
  if (!match || written === undefined) return none;
  const end = match.index + match[0].length;
  const raw = written.startsWith('<') ? written.slice(1, -1) : written;
  const isSafe = raw.length <= MAX_DECODED && isSafeDestination(raw);
  const instead = isSafe ? bareDestination(raw) : '#';
  return instead === written ? none : { whole: { start: end - written.length, end }, instead };
}

/** Whether this bracket ends a definition's label, after a blank line or another definition. */
function isDefinitionAt(text: string, end: number): boolean {
  return /(?:^|(?:^|\n|\r(?!\n))(?:[ \t]*|[ >]{0,3}\[[^\n\r]*\]:[^\n\r]*)(?:\r\n|\n|\r))[ >]{0,3}\[[^[\]\n\r]+$/.test(
    labelBefore(text, end),
  );
}
