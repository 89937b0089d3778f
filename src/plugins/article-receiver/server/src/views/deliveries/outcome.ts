import type { DeliveryState, Issue } from '../../../../shared/deliveries/deliveries';
import { isIssue } from '../../../../shared/deliveries/issues';
import {
  REFUSED_PUBLICATIONS,
  type Outcome,
  type OutcomePart,
} from '../../../../shared/deliveries/outcomes';
import { isAboutAll, type Reason } from '../../../../shared/deliveries/reasons';
import type { AttemptDetails } from '../../projection/article/attempt-details';
import type { Standing } from './standing';

/** What was written down about a delivery. Times are ISO 8601. */
export interface OutcomeFacts {
  state: DeliveryState;
  reason: Reason | null;
  discardedAt: string | null;
  nextAttemptAt: string | null;
  issues: readonly Issue[];
  /** What its projections wrote, all together: fields, and what was done to the publication. */
  changes: readonly string[];
  /** Of the latest projection after which it was shown; null when there was none. */
  details: AttemptDetails | null;
  /** Fields in which its value was taken since. */
  accepted: readonly string[];
  /** The article's suggestions that nobody has decided on: what the delivery in its draft says, whichever said it first. */
  suggestions: number;
  /** When it is to be published, on a day that has not come. */
  plannedAt: string | null;
  /** Where it stands in its article now. */
  standing: Standing;
  /** Who deleted its article, and when; null where it is there, or nobody knows. */
  deleted: { name: string | null; at: string } | null;
  /** Who decided to leave it as it is, and when. */
  left: { name: string; at: string } | null;
  /** Who decided that its publication does not take place, and when. */
  notPublished: { name: string; at: string } | null;
}

/** Steps of the publication, among the changes of an attempt. */
const STEPS = new Set(['publish', 'unpublish', 'hold']);

/** Fields that change with each word of the service, whatever it says of the article. */
const OF_THE_WORD = new Set(['sourceStatus', 'sourceUpdatedAt']);

/**
 * What became of a delivery, from what its article has of it now. Nothing is said that was not written, nor what
 * is not so any more.
 */
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
      return facts.standing.inPublic ? shown(facts) : [replaced(facts)];
    case 'parked': {
      if (reason?.code === 'articleDeleted') return [deletedHere(facts)];
      const waits = waitsFor(reason);
      if (facts.deleted) return [deletedHere(facts), waits];
      return isAboutAll(reason?.code ?? null) ? [waits] : [...shown(facts), waits];
    }
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
    return { code: 'publicationWaits', fields: namesIn(reason, 'fields') };
  }
  const refused = REFUSED_PUBLICATIONS.find((code) => code === reason?.code);
  if (refused) return { code: refused, fields: namesIn(reason, 'fields') };
  if (reason?.code === 'publicationLacksAndMisfits') {
    const { code } = reason;
    return { code, empty: namesIn(reason, 'empty'), fields: namesIn(reason, 'fields') };
  }
  if (reason?.code === 'statusUnmapped') {
    return { code: 'wordUndecided', word: String(reason.values.word) };
  }
  return { code: 'reason' };
}

const namesIn = (reason: Reason | null, value: string): string[] =>
  [reason?.values[value] ?? []].flat().map(String);

const replaced = ({ standing: { newerAt } }: OutcomeFacts): OutcomePart =>
  newerAt === null
    ? { code: 'replacedByNewer' }
    : { code: 'replaced', at: new Date(newerAt).toISOString() };

/** Of a delivery that counts: what its article has of it, and what is left open. */
function shown(facts: OutcomeFacts): OutcomePart[] {
  const { details, accepted, suggestions, notPublished, issues, standing } = facts;
  const kept = (details?.kept ?? []).filter((field) => !accepted.includes(field));
  const parts: OutcomePart[] = standing.inDraft ? inDraft(facts, kept) : besideDraft(facts, kept);
  // Who decided on its publication is named where that is known.
  if (standing.byHand && !notPublished) parts.push({ code: `${standing.byHand}ByHand` });
  // As an issue, it is kept as it is now: the slug that it asks for may have become its own since.
  const taken = issues.find((issue) => isIssue(issue, 'slugTaken'))?.values;
  if (standing.inDraft && taken) {
    parts.push({ code: 'otherSlug', slug: String(taken.own), wanted: String(taken.slug) });
  }
  parts.push(...lostImages(issues));
  if (standing.inDraft && suggestions > 0) parts.push({ code: 'suggestions', count: suggestions });
  if (facts.plannedAt !== null) parts.push({ code: 'planned', at: facts.plannedAt });
  if (notPublished) parts.push({ code: 'notPublished', ...notPublished });
  return parts;
}

/** The images that could not be had, those with one reason together. */
function lostImages(issues: readonly Issue[]): OutcomePart[] {
  const lost = issues.filter(isLostImage);
  const sameAs = ({ message }: Issue) => lost.filter((other) => other.message === message);
  return lost
    .filter((issue) => sameAs(issue)[0] === issue)
    .map((issue) => ({ code: 'images', count: sameAs(issue).length, issue }));
}

/** Of a delivery that the draft shows. */
function inDraft({ changes, standing }: OutcomeFacts, kept: readonly string[]): OutcomePart[] {
  const { inPublic, tookOffline } = standing;
  const written = changes.filter((change) => !STEPS.has(change));
  const keeps: OutcomePart[] = kept.length > 0 ? [{ code: 'kept', fields: kept }] : [];
  if (tookOffline) {
    const isChanged = written.some((field) => !OF_THE_WORD.has(field));
    return [{ code: isChanged ? 'unpublishedChanged' : 'unpublished' }, ...keeps];
  }
  if (written.length === 0) {
    if (inPublic) return [{ code: 'published' }, ...keeps];
    return keeps.length > 0 ? keeps : [{ code: 'nothing' }];
  }
  return [except(inPublic ? 'both' : 'draft', kept)];
}

/** Of a delivery in whose place the draft shows a newer one. */
function besideDraft({ standing }: OutcomeFacts, kept: readonly string[]): OutcomePart[] {
  const { inPublic, newerAt } = standing;
  const parts: OutcomePart[] = inPublic ? [except('public', kept)] : [];
  if (newerAt !== null) parts.push({ code: 'newerDraft', at: new Date(newerAt).toISOString() });
  return parts;
}

const except = (code: 'draft' | 'both' | 'public', kept: readonly string[]): OutcomePart =>
  kept.length > 0 ? { code: `${code}Except`, fields: kept } : { code };

const LOST: readonly string[] = [
  'imageRefused',
  'imageNotFetched',
  'imageMissing',
  'imageBytesGone',
];

/** Whether an issue says that an image could not be had. */
export const isLostImage = ({ code }: Issue): boolean => code !== undefined && LOST.includes(code);
