import type { DeliveryState } from '../../../../shared/deliveries/deliveries';
import {
  isAboutAll,
  reasonOf,
  type Reason,
  type ReasonCode,
} from '../../../../shared/deliveries/reasons';
import { verdictsAt, type PolicyAt, type Spoken, type VerdictNow } from '../publication/verdicts';

/** What decides on a delivery's place in its stream, and on its part in the article. Times in epoch ms. */
export interface StreamEntry extends Spoken {
  /** Position in the log. */
  position: number;
  sourceUpdatedAt: number | null;
  /** Who decided to leave it as it is, where somebody did. */
  leftBy?: string | null;
  /** Code of the reason for which it had been parked. */
  leftCode?: string | null;
  /** Whether another site had it first, from whose log it comes. */
  isCarried?: boolean;
}

/** A publication on a day that has not come. */
export interface Planned {
  /** `YYYY-MM-DD` */
  day: string;
  /** Of the delivery that is to be published, in the log. */
  position: number;
}

export const samePlan = (a: Planned | null, b: Planned | null): boolean =>
  a?.day === b?.day && a?.position === b?.position;

export interface DecidedState {
  state: Extract<DeliveryState, 'applied' | 'superseded' | 'parked'>;
  reason: Reason | null;
}

/** The word of a delivery on publication. */
export interface Word {
  effect: 'publish' | 'unpublish';
  position: number;
}

/** What an article has to show, as a function of its stream alone. */
export interface DesiredArticle {
  /** The delivery that the draft shows; null when none is decided yet. */
  draft: number | null;
  /** The feed's last word on publication; null when it never spoke: then it is the editors' alone. */
  publication: Word | null;
  /** The earlier word that counts while Strapi refuses the last one; null where it does not. */
  instead: Word | null;
  /** All words of the feed on publication, in order. */
  words: readonly Word[];
  /** What is to be published next, on a day that has not come; null when nothing is. */
  planned: Planned | null;
  /** The state of each delivery of the stream, by position. */
  states: Map<number, DecidedState>;
  /** Deliveries that bring nothing, neither images nor tags: somebody has to decide on all of them. */
  silent: Set<number>;
}

/** Reasons for which deliveries cannot be shown or carried out, by their positions. */
export interface Hindrances {
  /** They wait for a person, for a reason that is not in the stream. */
  refused?: ReadonlyMap<number, Reason>;
  /** Their bodies are gone: what they say besides a word on publication cannot be shown any more. */
  lost?: ReadonlySet<number>;
  /** Strapi refused to publish them, when that was tried last. */
  unpublishable?: ReadonlySet<number>;
}

/**
 * The order of deliveries within a stream: `timestamp`, then `article.updatedAt`, then position in
 * the log. A delivery without `updatedAt` comes before those of the same time that have one.
 */
export function inOrder(a: StreamEntry, b: StreamEntry): number {
  return (
    a.occurredAt - b.occurredAt ||
    (a.sourceUpdatedAt ?? -Infinity) - (b.sourceUpdatedAt ?? -Infinity) ||
    a.position - b.position
  );
}

/** Whether a delivery was said no later than another. @param other null for one that there was not. */
export function isSaidBy(
  stream: readonly StreamEntry[],
  position: number,
  other: number | null,
): boolean {
  const ordered = [...stream].sort(inOrder);
  const placeOf = (of: number | null) => ordered.findIndex((entry) => entry.position === of);
  return placeOf(position) <= placeOf(other);
}

/** Folds a stream, given in any order, into what its article has to show. */
export function evolve(
  stream: readonly StreamEntry[],
  policy: PolicyAt,
  {
    refused = new Map<number, Reason>(),
    lost = new Set<number>(),
    unpublishable = new Set<number>(),
  }: Hindrances = {},
): DesiredArticle {
  const desired: DesiredArticle = {
    draft: null,
    publication: null,
    instead: null,
    words: [],
    planned: null,
    states: new Map(),
    silent: new Set(),
  };
  const { states } = desired;
  /** Wait for a decision on all of them: until anything newer is shown. */
  const undecided: Waiting[] = [];
  /** Wait for a decision on what their word does: until a newer word settles the publication. */
  const unsaid: Waiting[] = [];
  /** With those whose content cannot be shown any more. */
  const words: Word[] = [];

  const ordered = [...stream].sort(inOrder);
  const hindrances = new Map(refused);
  for (const entry of ordered) {
    if (isLeftOut(entry) && !refused.has(entry.position))
      hindrances.set(entry.position, reasonOf('left', { name: entry.leftBy }));
  }
  // A delivery that waits for a person, or was left out, does not count for planned dates either.
  const spoken = ordered.filter(({ position }) => !hindrances.has(position));
  const verdicts = new Map(
    verdictsAt(spoken, policy).map((verdict, index) => [spoken[index]?.position, verdict]),
  );
  for (const entry of ordered) {
    const { position } = entry;
    const hindrance = hindrances.get(position);
    const verdict: VerdictNow | undefined = hindrance
      ? { undecided: hindrance, about: 'delivery' }
      : verdicts.get(position);
    if (!verdict) continue;
    const left = entry.leftBy ? reasonOf('left', { name: entry.leftBy }) : null;
    const effect = 'effect' in verdict ? verdict.effect : null;

    if ('undecided' in verdict && verdict.about === 'delivery') {
      desired.silent.add(position);
      if (left) states.set(position, { state: 'superseded', reason: left });
      else undecided.push({ position, reason: verdict.undecided });
      continue;
    }
    if (effect === 'ignore') {
      const reason = reasonOf('statusIgnored', { word: entry.sourceStatus ?? '' });
      states.set(position, { state: 'superseded', reason });
      continue;
    }
    const word = saysWord(entry) &&
      (effect === 'unpublish' || effect === 'publish') && { effect, position };
    if (word) words.push(word);
    if (word && (effect === 'unpublish' || !lost.has(position))) {
      desired.publication = word;
      desired.planned = null;
      supersede(desired, unsaid.splice(0));
    }
    if (lost.has(position)) {
      const reason = reasonOf('bodyDropped');
      states.set(position, { state: 'superseded', reason });
      continue;
    }
    if ('effect' in verdict && verdict.plannedFor) {
      desired.planned = sooner(desired.planned, { day: verdict.plannedFor, position });
    }
    supersede(desired, undecided.splice(0));
    states.set(position, { state: 'superseded', reason: left });
    desired.draft = position;
    if ('undecided' in verdict && !left) unsaid.push({ position, reason: verdict.undecided });
  }

  desired.words = words;
  desired.instead = insteadOf(words, { unpublishable, lost });
  for (const position of neededBy(desired)) applied(desired, position);
  for (const { position, reason } of [...undecided, ...unsaid]) {
    states.set(position, { state: 'parked', reason });
  }
  return desired;
}

/**
 * Whether a delivery's word on publication counts. It does not where somebody declined that publication; where
 * somebody left the article deleted, it does: the article may come back, as it was.
 */
const saysWord = ({ leftBy, leftCode }: StreamEntry): boolean =>
  !leftBy || !leftCode || leftCode === ('articleDeleted' satisfies ReasonCode);

/** Whether somebody left out the whole delivery: it had been parked for a reason that concerns all of it. */
const isLeftOut = (entry: StreamEntry): entry is StreamEntry & { leftBy: string } =>
  Boolean(entry.leftBy) && isAboutAll(entry.leftCode ?? null);

/**
 * The word that counts in the place of one that Strapi refuses: the one before it, as if the refused one had
 * not been said, so that the order of arrival makes no difference. None where its body is gone.
 */
function insteadOf(
  words: readonly Word[],
  { unpublishable, lost }: Required<Pick<Hindrances, 'unpublishable' | 'lost'>>,
): Word | null {
  const isLost = ({ effect, position }: Word) => effect === 'publish' && lost.has(position);
  const last = words.findLast((word) => !isLost(word));
  if (!last || !unpublishable.has(last.position)) return null;
  const older = words.slice(0, words.indexOf(last));
  const found = older.findLast(({ position }) => !unpublishable.has(position));
  return found && !isLost(found) ? found : null;
}

/** The deliveries whose bodies an article cannot do without: those that it shows, or tries to. */
export function neededBy({ draft, publication, instead }: DesiredArticle): Set<number> {
  const published = [publication, instead].map((word) =>
    word?.effect === 'publish' ? word.position : null,
  );
  return new Set([draft, ...published].filter((position) => position !== null));
}

const sooner = (known: Planned | null, other: Planned): Planned =>
  known && known.day <= other.day ? known : other;

interface Waiting {
  position: number;
  reason: Reason;
}

/** Marks deliveries as superseded that waited for a decision: a newer one has settled it. */
function supersede(desired: DesiredArticle, older: readonly Waiting[]): void {
  for (const { position, reason } of older) {
    desired.silent.delete(position);
    desired.states.set(position, { state: 'superseded', reason });
  }
}

function applied({ states }: DesiredArticle, position: number): void {
  const reason = states.get(position)?.reason ?? null;
  states.set(position, { state: 'applied', reason });
}
