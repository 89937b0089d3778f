import type { DeliveryState, Issue } from '../../../../shared/deliveries';
import type { Outcome, OutcomePart } from '../../../../shared/outcomes';
import type { Reason } from '../../../../shared/reasons';
import type { AttemptDetails } from '../../projection/article/attempt-details';

/** What was written down about a delivery. Times are ISO 8601. */
export interface OutcomeFacts {
  state: DeliveryState;
  reason: Reason | null;
  discardedAt: string | null;
  nextAttemptAt: string | null;
  /** The slug that it asks for. */
  slug: string | null;
  issues: readonly Issue[];
  /** What its projections wrote, all together: fields, and what was done to the publication. */
  changes: readonly string[];
  /** Of the latest projection after which the draft showed it; null when there was none. */
  details: AttemptDetails | null;
  /** Fields in which its value was taken since. */
  accepted: readonly string[];
  /** Its suggestions that nobody has decided on. */
  suggestions: number;
  /** When it is to be published, on a day that has not come. */
  plannedAt: string | null;
  /** When the delivery arrived that its article shows instead. */
  replacedAt: string | null;
  /** Who deleted its article, and when; null where it is there, or nobody knows. */
  deleted: { name: string | null; at: string } | null;
  /** Who decided to leave it as it is, and when. */
  left: { name: string; at: string } | null;
  /** Who decided that its publication does not take place, and when. */
  notPublished: { name: string; at: string } | null;
}

/** Steps of the publication, among the changes of an attempt. */
const STEPS = new Set(['publish', 'unpublish', 'hold']);

/** What became of a delivery. Nothing is said that was not written. */
export function outcomeOf(facts: OutcomeFacts): Outcome {
  const { state, reason, nextAttemptAt, discardedAt } = facts;
  switch (state) {
    case 'pending':
      return [{ code: 'arriving' }];
    case 'quarantined':
      return discardedAt !== null
        ? [{ code: 'leftOut', at: discardedAt }, ...why(reason)]
        : [{ code: 'unusable' }, ...why(reason)];
    case 'failed':
      return [
        ...why(reason),
        nextAttemptAt === null ? { code: 'failed' } : { code: 'retry', at: nextAttemptAt },
      ];
    case 'superseded':
      if (reason?.code === 'left' && facts.left) return [{ code: 'left', ...facts.left }];
      if (reason) return why(reason);
      return facts.replacedAt === null
        ? [{ code: 'replacedByNewer' }]
        : [{ code: 'replaced', at: facts.replacedAt }];
    case 'parked':
      if (reason?.code === 'articleDeleted') return [deletedHere(facts)];
      return [...(facts.details?.isShown ? shown(facts) : []), waitsFor(reason)];
    case 'applied':
      return facts.deleted ? [deletedHere(facts)] : shown(facts);
  }
}

const why = (reason: Reason | null): OutcomePart[] => (reason ? [{ code: 'reason' }] : []);

const deletedHere = ({ deleted }: OutcomeFacts): OutcomePart => ({
  code: 'deletedHere',
  name: deleted?.name ?? null,
  at: deleted?.at ?? null,
});

function waitsFor(reason: Reason | null): OutcomePart {
  if (reason?.code === 'publicationHeld') {
    const { fields = [] } = reason.values;
    return { code: 'publicationWaits', fields: [fields].flat().map(String) };
  }
  if (reason?.code === 'publicationLacks' || reason?.code === 'publicationMisfits') {
    const { fields = [] } = reason.values;
    return { code: reason.code, fields: [fields].flat().map(String) };
  }
  if (reason?.code === 'statusUnmapped') {
    return { code: 'wordUndecided', word: String(reason.values.word) };
  }
  return { code: 'reason' };
}

/** Of a delivery that the article shows: what it has of it, and what is left open. */
function shown(facts: OutcomeFacts): OutcomePart[] {
  const { changes, details, accepted, suggestions, notPublished, slug } = facts;
  const kept = (details?.kept ?? []).filter((field) => !accepted.includes(field));
  const parts: OutcomePart[] = [written(changes, kept)];
  if (details?.otherSlug && slug !== null) {
    parts.push({ code: 'otherSlug', slug: details.otherSlug, wanted: slug });
  }
  const images = facts.issues.filter(isLostImage);
  if (images[0]) parts.push({ code: 'images', count: images.length, issue: images[0] });
  if (suggestions > 0) parts.push({ code: 'suggestions', count: suggestions });
  if (facts.plannedAt !== null) parts.push({ code: 'planned', at: facts.plannedAt });
  if (notPublished) parts.push({ code: 'notPublished', ...notPublished });
  return parts;
}

function written(changes: readonly string[], kept: readonly string[]): OutcomePart {
  const hasFields = changes.some((change) => !STEPS.has(change));
  if (changes.includes('unpublish') && !changes.includes('publish')) return { code: 'unpublished' };
  if (changes.includes('publish')) {
    if (!hasFields) return { code: 'published' };
    return kept.length > 0 ? { code: 'bothExcept', fields: kept } : { code: 'both' };
  }
  if (!hasFields) return kept.length > 0 ? { code: 'kept', fields: kept } : { code: 'nothing' };
  return kept.length > 0 ? { code: 'draftExcept', fields: kept } : { code: 'draft' };
}

const LOST: readonly string[] = [
  'imageRefused',
  'imageNotFetched',
  'imageMissing',
  'imageBytesGone',
];

/** Whether an issue says that an image could not be had. */
export const isLostImage = ({ code }: Issue): boolean => code !== undefined && LOST.includes(code);
