import { WRITTEN } from './reboot-settings';
import { valueAt, type Document } from './reboot-shown';

/** What people have done to one entry, and what has to stay of it. */
export interface Hand {
  uid: string;
  documentId: string;
  /** Which of the history's articles it shows, or would. */
  article: number;
  /** Whether a person made it. */
  isOwn: boolean;
  /** What a person wrote last, by field; null where they emptied it. */
  texts: Map<string, string | null>;
  /** The same when it was published by hand. */
  out: Map<string, string | null>;
  /** Fields of which nobody can say any more whose value it is. */
  loose: Set<string>;
  /** What a person did last about publication, as long as the service said nothing since. */
  word: 'publish' | 'unpublish' | null;
  /** Whether a person ever had a part in its publication. */
  isByHand: boolean;
}

interface Deletion {
  said: string;
  /** Whether the article is in no other type. */
  isNowhere: boolean;
}

/** What people have done to the entries of a history. */
export class Hands {
  readonly all = new Map<string, Hand>();
  /** What had been said of them, where somebody deleted articles, by type and article. */
  private readonly deleted = new Map<string, string>();
  /** Articles that were deleted where they were, and are in no other type. */
  private readonly nowhere = new Set<number>();

  of(uid: string, documentId: string, article: number): Hand {
    const known = this.all.get(documentId);
    if (known) return known;
    const made: Hand = {
      ...{ uid, documentId, article, isOwn: false, word: null, isByHand: false },
      ...{ texts: new Map(), out: new Map(), loose: new Set() },
    };
    this.all.set(documentId, made);
    return made;
  }

  isDeleted(uid: string, article: number, { said, isNowhere }: Deletion): void {
    this.deleted.set(`${uid} ${article}`, said);
    if (isNowhere) this.nowhere.add(article);
  }

  /** What had been said of an article that somebody deleted; undefined where nobody did. */
  saidBefore = (uid: string, article: number): string | undefined =>
    this.deleted.get(`${uid} ${article}`);

  isBack(uid: string, article: number): void {
    this.deleted.delete(`${uid} ${article}`);
    this.nowhere.delete(article);
  }

  /** Whether an article is to have no entry in a type. */
  isGone(uid: string, article: number): boolean {
    return this.deleted.has(`${uid} ${article}`) || this.nowhere.has(article);
  }

  /** The service said something, or its words mean something else: people's say on publication may be over. */
  overruled(article: number | null): void {
    for (const hand of this.all.values())
      if (article === null || hand.article === article) hand.word = null;
  }

  /** What people wrote in what the service fills is gone; their publications as well. */
  overwritten(uid: string, fields: readonly string[]): void {
    for (const hand of this.all.values()) {
      if (hand.uid !== uid) continue;
      hand.word = null;
      for (const field of fields) {
        hand.texts.delete(field);
        hand.out.delete(field);
        hand.loose.add(field);
      }
    }
  }
}

/** A person made the entry. */
export function adopted(hand: Hand, values: Record<string, string>, isPublished: boolean): void {
  Object.assign(hand, { isOwn: true, isByHand: true, texts: new Map(Object.entries(values)) });
  hand.word = isPublished ? 'publish' : 'unpublish';
  if (isPublished) hand.out = new Map(hand.texts);
}

export function wrote(hand: Hand, field: string, text: string | null): void {
  hand.texts.set(field, text);
  hand.loose.delete(field);
}

export function publishedBy(hand: Hand): void {
  Object.assign(hand, { word: 'publish', isByHand: true, out: new Map(hand.texts) });
}

/** A person took back what they had not published. */
export function tookBack(hand: Hand, { draft, published }: Document): void {
  for (const [field, text] of hand.texts) {
    if (valueAt(published, field) === text) continue;
    hand.texts.delete(field);
    hand.loose.add(field);
  }
  for (const field of WRITTEN[hand.uid] ?? [])
    if (valueAt(published, field) !== valueAt(draft, field)) hand.loose.add(field);
}

/** What of people's work in a type is not as they left it. */
export function lostOf(hands: Hands, documents: readonly Document[], uid: string): string[] {
  return [...hands.all.values()]
    .filter((hand) => hand.uid === uid)
    .flatMap((hand) => {
      const all = documents.filter(({ documentId }) => documentId === hand.documentId);
      if (all.length === 0) return [`${hand.article}: an entry is gone`];
      // Where an article went over to another language, what people wrote is in one of both.
      const inEach = all.map((one) => lostIn(hand, one)).sort((a, b) => a.length - b.length);
      return inEach[0] ?? [];
    });
}

function lostIn(hand: Hand, { draft, published }: Document): string[] {
  const { article, texts, out, word } = hand;
  const lost = [...texts].flatMap(([field, text]) => {
    const value = valueAt(draft, field);
    return value === text ? [] : [`${article}: ${field} is ${value}, not ${text}`];
  });
  const changed = [...out].flatMap(([field, text]) => {
    const value = valueAt(published, field);
    const isTheirs = published && texts.get(field) === text;
    return !isTheirs || value === text
      ? []
      : [`${article}: ${field} is public as ${value}, not ${text}`];
  });
  const is = published ? 'publish' : 'unpublish';
  return [
    ...lost,
    ...changed,
    ...(word === null || word === is ? [] : [`${article}: not ${word}`]),
  ];
}
