/** What the feed, the site and the editors have to say about an article's publication. */
export interface PublicationFacts {
  /** The feed's word now; null when its stream never spoke of it. */
  wanted: 'publish' | 'unpublish' | null;
  /** The feed's last word that was carried out; null when there was none. */
  last: 'publish' | 'unpublish' | null;
  /** Whether the feed said something else in between. */
  turned: boolean;
  isPublished: boolean;
  /** Whether what the feed wants published differs from what it had published last. */
  contentChanged: boolean;
  /** Whether the draft holds an editor's changes that are not published. */
  draftHasEdits: boolean;
  mode: 'keep' | 'overwrite';
}

export type PublicationStep = 'publish' | 'unpublish' | 'hold' | 'none';

/**
 * Merges publication like a field whose base is the feed's last word: what an editor published or
 * unpublished by hand stays so until the feed's word changes. Publishing over an article that is
 * published while its draft holds unpublished edits would publish those with it: it is held.
 */
export function decidePublication(facts: PublicationFacts): PublicationStep {
  const { wanted, last, turned, isPublished, contentChanged, draftHasEdits, mode } = facts;
  const wordChanged = wanted !== last || turned || mode === 'overwrite';
  if (wanted === null) return 'none';
  if (wanted === 'unpublish') return wordChanged && isPublished ? 'unpublish' : 'none';
  if (!wordChanged && !isPublished) return 'none';
  if (isPublished && !contentChanged) return 'none';
  return isPublished && draftHasEdits && mode === 'keep' ? 'hold' : 'publish';
}
