import type { AskedFor } from '../addresses/asked-for';
import type { Planned } from './evolve';
import { NO_CONTENT, UNWRITTEN } from './plan-article';
import type { StreamMemory } from './stream-memory';

/** What the last projection of a stream did, and what people asked of it. */
export interface StreamState extends StreamMemory {
  streamKey: string;
  /** The content type in which its article is. */
  targetUid: string;
  /** The same for content types that the site used for its articles before, by uid. */
  shelf: Readonly<Record<string, StreamMemory>>;
  /** Whether a person asked for the article to be made again, should it be deleted. */
  restore: boolean;
  /** For which day it is planned; null when it is not. */
  planned: Planned | null;
  /** Whether a person let it follow the service into another language. */
  mayMove: boolean;
  /** For which slugs others were asked to make way; null where none was. */
  askedFor: AskedFor | null;
}

const NOTHING: StreamMemory = {
  ...UNWRITTEN,
  documentId: null,
  locale: null,
  slug: null,
  publishedSlug: null,
  files: {},
  related: {},
  storedAs: {},
  listNames: {},
  links: [],
  adoptedBy: null,
  unmapped: [],
  history: {},
};

/** The state of a stream that was never projected. */
export const untouched = (streamKey: string, targetUid: string): StreamState => ({
  ...NOTHING,
  streamKey,
  targetUid,
  shelf: {},
  restore: false,
  planned: null,
  mayMove: false,
  askedFor: null,
});

/** A stream's state without the entry that it had, which somebody deleted. */
export const withoutEntry = (state: StreamState): StreamState => ({ ...state, ...NOTHING });

/**
 * A stream's state where another entry was made in the place of one that somebody deleted. Whoever made it knows what
 * was carried out before: it is up to the service's later words whether it is public.
 */
export const withSuccessor = (state: StreamState): StreamState => ({
  ...withoutEntry(state),
  heededPosition: state.wordPosition ?? state.heededPosition,
});

/** A stream's state for a content type: a site may change where its articles go, and change back. */
export function onTarget(state: StreamState, targetUid: string): StreamState {
  if (state.targetUid === targetUid) return state;
  const { [targetUid]: kept, ...others } = state.shelf;
  const shelf =
    state.documentId === null ? others : { ...others, [state.targetUid]: memoryOf(state) };
  // What an earlier version of the plugin put on the shelf may lack newer fields.
  return { ...state, ...NOTHING, ...kept, targetUid, shelf };
}

/**
 * A stream's state for its content type under another name.
 * @param severed relations and files that no entry has any more: they are filled again, as nobody's edit, in what
 *   is public, too.
 */
export function onRenamed(
  state: StreamState,
  targetUid: string,
  severed: ReadonlySet<string>,
): StreamState {
  const { base, publishedFingerprint } = state;
  const left = Object.entries(base ?? {}).filter(([path]) => !severed.has(path));
  const isWhole = left.length === Object.keys(base ?? {}).length;
  return {
    ...state,
    targetUid,
    base: base && Object.fromEntries(left),
    publishedFingerprint:
      isWhole || publishedFingerprint === null ? publishedFingerprint : NO_CONTENT,
  };
}

/** The part of a state that is about its content type. */
const memoryOf = ({
  documentId,
  locale,
  base,
  slug,
  publishedSlug,
  publishedEffect,
  publishedFingerprint,
  hold,
  refused,
  wordPosition,
  heededPosition,
  isByHand,
  files,
  related,
  storedAs,
  listNames,
  links,
  adoptedBy,
  unmapped,
  history,
}: StreamState): StreamMemory => ({
  documentId,
  locale,
  base,
  slug,
  publishedSlug,
  publishedEffect,
  publishedFingerprint,
  hold,
  refused,
  wordPosition,
  heededPosition,
  isByHand,
  files,
  related,
  storedAs,
  listNames,
  links,
  adoptedBy,
  unmapped,
  history,
});
