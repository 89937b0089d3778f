import type { Reason } from '../../../shared/deliveries/reasons';
import type { StateMove } from '../ledger/people/alerts';
import type { PublicationStep } from '../projection/publication/decide-publication';
import type { Publication } from './publish-what-counts';

/** The result of writing an article. */
export interface Written {
  /** The fields written, then what was done to the publication. */
  changes: string[];
  /** What was done to the publication. */
  step: PublicationStep;
  /** An editor's changes because of which the publication is held; empty when it is not. */
  heldBy: string[];
  /** Why Strapi did not let it be published; null where it did, or did not have to. */
  refusal: Reason | null;
  /** The error that interrupted its publication, and the delivery concerned; null where there was none. */
  fault: Publication['fault'];
  /** Position of the delivery whose word on the publication counts; null where none does. */
  saidBy: number | null;
  /** Position of an older delivery that Strapi refused to publish as well; null where it did not. */
  refusedToo: number | null;
  /** Somebody deleted the article: nothing was written. */
  isDeleted: boolean;
  /** An entry that was adopted: whether it is public is its editors' until the service's word changes. */
  isEditors: boolean;
  /** Fields in which an editor's value stayed, though the feed says something else. */
  kept: string[];
  /** The slug that it has because another article has the one that the feed asks for. */
  otherSlug: string | null;
  /** The slugs of an article that readers know, where its address changed. */
  moved: StateMove | null;
  /** Position of the delivery that found the article there; null when the receiver made it. */
  adoptedBy: number | null;
}

export const NOTHING_WRITTEN: Written = {
  changes: [],
  step: 'none',
  heldBy: [],
  refusal: null,
  fault: null,
  saidBy: null,
  refusedToo: null,
  isDeleted: false,
  isEditors: false,
  kept: [],
  otherSlug: null,
  moved: null,
  adoptedBy: null,
};
