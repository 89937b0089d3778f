import type { Options } from '../config/options';
import type { StreamState } from '../projection/article/stream-state';
import type { EntryPlace } from '../entries/entry-place';
import type { ArticleContent } from './content';

/** A word of the feed on publication: to publish or to unpublish. */
export interface ArticleWord {
  effect: 'publish' | 'unpublish';
  position: number;
  /** Whether the feed said something else since the word by which readers had what it wants. */
  turned: boolean;
  /** Whether it was said no later than the word that was carried out last. */
  isKnown: boolean;
  /** Whether it goes on with what another site's log says, with which the article came. */
  goesOn: boolean;
  /** Whether Strapi refused to publish it before. */
  wasRefused: boolean;
  /** What is to be published by it. */
  content: ArticleContent;
  /** Slugs that the feed gave the article before, oldest first. */
  earlierSlugs: readonly string[];
}

/** What an article is to show, and what its projection did last. */
export interface WantedArticle {
  /** The feed's id of the article. */
  articleId: string;
  title: string;
  place: EntryPlace;
  state: StreamState;
  /** What the stream's row says, under its lock. */
  stored?: StreamState;
  /** What the draft is to show. */
  draft: ArticleContent;
  /** Slugs that the feed gave the article before, oldest first. */
  earlierSlugs: readonly string[];
  /** The feed's last word on publication. */
  publication: ArticleWord | null;
  /** The earlier word that counts while Strapi refuses the last one; null where it does not. */
  instead: ArticleWord | null;
  /** Whether the service ever said that it is published: it comes first where others ask for its slug. */
  isForReaders: boolean;
  /** Whether the feed's word on publication changed within the stream, after what is known to have been heeded. */
  changesWord(state: StreamState): boolean;
  options: Options;
  /** What the article is to have instead of the slug that it has; see `projectStream`. */
  slug?: string | undefined;
  /** Whether another article may be asked to make way for a slug; without it none is. */
  mayAsk?: ((slug: string, streamKey: string) => boolean) | undefined;
  /** Its slug is looked at again, and nothing else of it is new. */
  isSettling?: boolean | undefined;
  /** It was never projected, so that nothing is known of it. */
  isNew?: boolean | undefined;
}
