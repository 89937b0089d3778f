/**
 * What the contract says of entries that others make and articles go on with: whose each is, what
 * each has. No Strapi, no code of the plugin.
 */
import * as model from '../people/people-model';
import { SHOWN, type ShownField } from './slug-adopted-steps';
import type { Told } from './slug-adopted-told';

/** An entry that was made by another than the receiver, or is an article's. */
export interface Entry {
  documentId: string;
  now: model.Model;
  /** The article whose entry it is; null for one that is only somebody's. */
  article: number | null;
  /** As it was made, with an article's id or with none; null for one of the receiver's. */
  made: { id: number | null; slug: string } | null;
}

/** What is right of a site, at one time of a history. */
export interface Right {
  there: Entry[];
  /** The slugs that each article asked for. */
  asked: Map<number, Set<string>>;
  /** Articles whose entry was deleted; `heeded` is what the service had said of it by then. */
  gone: Map<number, model.Model>;
}

export const nothingYet = (): Right => ({ there: [], asked: new Map(), gone: new Map() });

export const entryOf = ({ there }: Right, article: number): Entry | undefined =>
  there.find((entry) => entry.article === article);

/** The entry that an article goes on with: one that has its id, or else one that has the slug and no id. */
function adoptable({ there }: Right, article: number, slug: string | null): Entry | undefined {
  const free = there.filter((entry) => entry.article === null);
  return (
    free.find(({ made }) => made?.id === article) ??
    free.find(({ made }) => made?.id === null && made.slug === slug)
  );
}

/** The entry that a deleted article goes on with as soon as it is looked at: one that has its id. */
export const successorOf = (right: Right, article: number): Entry | undefined =>
  adoptable(right, article, null);

/** A deleted article was looked at. Whoever made the next entry knows what was said of the one before. */
export function lookedAt(right: Right, article: number): void {
  const before = right.gone.get(article);
  const next = before && successorOf(right, article);
  if (!before || !next) return;
  right.gone.delete(article);
  next.article = article;
  next.now = model.project({ ...next.now, said: before.said, heeded: before.heeded });
}

const withTold = (now: model.Model, told: readonly Told[]): model.Model =>
  model.project({ ...now, said: [...now.said, ...told.map(({ said }) => said)] });

/**
 * Deliveries of an article have arrived, at once.
 * @returns what the receiver makes an entry of; null where it makes none.
 */
export function arrived(right: Right, article: number, told: readonly Told[]): model.Model | null {
  const asked = right.asked.get(article) ?? new Set();
  right.asked.set(article, new Set([...asked, ...told.map(({ slug }) => slug)]));
  const before = right.gone.get(article);
  if (before) {
    right.gone.set(article, withTold(before, told));
    lookedAt(right, article);
    return null;
  }
  const [newest] = [...told].sort((a, b) => b.said.time - a.said.time);
  const entry = entryOf(right, article) ?? adoptable(right, article, newest?.slug ?? '');
  if (!entry) return withTold(model.nothing(), told);
  entry.article = article;
  entry.now = withTold(entry.now, told);
  return null;
}

/** Somebody deleted an entry. */
export function deleted(right: Right, entry: Entry): void {
  right.there = right.there.filter((other) => other !== entry);
  if (entry.article === null) return;
  const heeded = model.lastWord(entry.now);
  right.gone.set(entry.article, { ...model.deleted(entry.now), heeded });
}

/** The article whose id an entry has. */
export const idIn = ({ article, made }: Entry): number | null => article ?? made?.id ?? null;

/**
 * The slug that an entry keeps whatever is asked for: the one it was made with. Null for the receiver's own,
 * and where its article asked for that one: then it may go to another.
 */
export function keptSlug({ asked }: Right, { article, made }: Entry): string | null {
  if (!made) return null;
  return article !== null && asked.get(article)?.has(made.slug) ? null : made.slug;
}

/** The fields of an entry that the service offers something for. */
export const offeredIn = ({ article, now }: Entry): ShownField[] =>
  article === null ? [] : SHOWN.filter((field) => field in model.offersOf(now));
