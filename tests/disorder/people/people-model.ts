import { isDeepStrictEqual } from 'node:util';

/**
 * What the contract says of one article that a feed and people share, in values: the draft, the
 * published version, whose each field is. No Strapi, no code of the plugin.
 */

export const FIELDS = ['title', 'tldr', 'description', 'keyword', 'note'] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Record<Field, string>;

/** What the service says nothing of: it is people's alone. */
export const BESIDE = 'note' satisfies Field;
export type SaidField = Exclude<Field, typeof BESIDE>;
export const isSaid = (field: Field): field is SaidField => field !== BESIDE;

/** What the site publishes nothing without. */
export const DEMANDED = 'description' satisfies Field;

export type Effect = 'draft' | 'publish' | 'unpublish' | 'ignore';

/** A delivery that has arrived. */
export interface Said {
  time: number;
  /** What its word does; null while nobody has decided. */
  effect: Effect | null;
  /** Whether it has the word that nobody knew. */
  isUnknown: boolean;
  values: Values;
  /** The slug that it asks for, where a history has several. */
  slug?: string;
  /** Somebody decided that it is not to be published, though nothing but that was asked. */
  isLeft?: boolean;
  /** What it says of the publication does not count. */
  isDeclined?: boolean;
}

interface Owned {
  value: string;
  /** The service's value that this one stands against; null before it first had a say. */
  seen: string | typeof UNSEEN | typeof FOREIGN | null;
  /** How often the service wrote it. */
  writes: number;
}

/** A person changed the field without having seen what the service had made of it. */
const UNSEEN = Symbol('unseen');
/** A person filled the field before the service had a say. */
const FOREIGN = Symbol('foreign');

/** A delivery that readers have, and the addresses that the article had had before it: they have those with it. */
interface Out {
  time: number;
  former: string;
}

/** A form that somebody has open. */
interface Form {
  values: Values;
  writes: Record<Field, number>;
}

export interface Model {
  said: Said[];
  /** What was decided on the word that nobody knew. */
  unknown: Effect | null;
  /** Null before the article exists. */
  draft: Record<Field, Owned> | null;
  /** Values that were the service's in the draft or the published version, and are not any more. */
  past: Record<Field, readonly string[]>;
  published: Values | null;
  isDeleted: boolean;
  isAdopted: boolean;
  /** The service's last word on publication that counted, and the delivery it was about. */
  word: 'publish' | 'unpublish' | null;
  /** The newest delivery whose word readers had, or that was there when a person decided otherwise. */
  heeded: Said | null;
  out: Out | null;
  /** A publication that waits, because it would take a person's unpublished changes along. */
  held: Said | null;
  /** A publication that waits for what it lacks. */
  refused: Said | null;
  /** A publication that somebody let go out with a person's changes. */
  released: Said | null;
  form: Form | null;
  /** Whether a person published it, and nothing came of what the service said since. */
  isByHand: boolean;
  /** When the word was said that was carried out last. */
  wordAt: number;
}

export const nothing = (): Model => ({
  said: [],
  unknown: null,
  draft: null,
  past: { title: [], tldr: [], description: [], keyword: [], note: [] },
  published: null,
  isDeleted: false,
  isAdopted: false,
  word: null,
  heeded: null,
  out: null,
  held: null,
  refused: null,
  released: null,
  form: null,
  isByHand: false,
  wordAt: -1,
});

const each = <Value>(of: (field: Field) => Value): Record<Field, Value> =>
  Object.fromEntries(FIELDS.map((field) => [field, of(field)])) as Record<Field, Value>;

export const valuesOf = (draft: Record<Field, Owned>): Values =>
  each((field) => draft[field].value);

const isPersons = ({ value, seen }: Owned): boolean => value !== seen;

/** The deliveries that count, in the order in which they were said. */
const inOrder = (said: readonly Said[]): Said[] =>
  said.filter(({ effect }) => effect !== 'ignore').sort((a, b) => a.time - b.time);

/** What readers have once a delivery is published. */
const asOut = ({ said }: Model, { time, slug }: Said): Out => {
  const before = inOrder(said).flatMap((one) => (one.time < time ? (one.slug ?? []) : []));
  return { time, former: [...new Set(before)].filter((former) => former !== slug).join() };
};

const isOut = (model: Model, word: Said): boolean =>
  isDeepStrictEqual(model.out, asOut(model, word));

/** Whether a person filled a field before the service had a say. */
export const isForeign = ({ draft }: Model, field: Field): boolean =>
  draft?.[field].seen === FOREIGN || draft?.[field].seen === null;

/** The fields that are a person's. */
export const personsFields = ({ draft }: Model): Field[] =>
  draft ? FIELDS.filter((field) => isSaid(field) && isPersons(draft[field])) : [];

/** The service's newest value beside a person's, where nobody has decided on it. */
export function offersOf({ draft, said, isDeleted }: Model): Partial<Values> {
  const newest = inOrder(said).at(-1);
  if (!draft || !newest || isDeleted) return {};
  const offered = FIELDS.filter(isSaid).filter((field) => {
    const { seen } = draft[field];
    // That the service has nothing to say about what it never wrote is no offer.
    if (seen === FOREIGN && newest.values[field] === '') return false;
    return isPersons(draft[field]) && newest.values[field] !== seen;
  });
  return Object.fromEntries(offered.map((field) => [field, newest.values[field]]));
}

/** The deliveries that say something of publication, the newest first. */
function wordsOf(model: Model): Said[] {
  const { said, isAdopted, word, heeded } = model;
  const stream = inOrder(said);
  // An entry that was there stays as its editors had it, until the service's word changes: after what they knew.
  const from = word === null && heeded ? stream.findIndex(({ time }) => time === heeded.time) : 0;
  const [first, ...later] = stream.slice(Math.max(0, from));
  const changes = later.some((one) => wordIn(one) && first && wordIn(one) !== wordIn(first));
  return isAdopted && !changes ? [] : allWordsOf(model);
}

/** The word on publication that was carried out last, or was left to an entry's editors; null where there is none. */
export const lastWord = (model: Model): Said | null =>
  model.said.find(({ time }) => time === model.wordAt) ?? allWordsOf(model)[0] ?? model.heeded;

const wordIn = ({ effect }: Said) => (effect === 'draft' ? null : effect);

const allWordsOf = ({ said }: Model): Said[] =>
  inOrder(said)
    .filter((one) => wordIn(one) !== null && !one.isDeclined)
    .reverse();

/** The draft follows the newest delivery in what is not a person's. */
function follow({ draft }: Model, { values }: Said): Record<Field, Owned> {
  return each((field) => {
    const wanted = values[field];
    const had = draft?.[field] ?? { value: '', seen: null, writes: 0 };
    const isEmpty = had.seen === null && had.value === '';
    if (had.value === wanted) return { ...had, seen: wanted };
    if (isPersons(had) && !isEmpty) return { ...had, seen: had.seen ?? FOREIGN };
    return { value: wanted, seen: wanted, writes: had.writes + 1 };
  });
}

/** Brings the article in line with what has arrived. Does nothing when it is. */
export function project(model: Model): Model {
  const newest = inOrder(model.said).at(-1);
  if (model.isDeleted) return model;
  if (!newest) return { ...model, held: null, refused: null };
  const draft = follow(model, newest);
  const past = each((field) => {
    const was = model.draft?.[field];
    return was && was.writes !== draft[field].writes
      ? [...model.past[field], was.value]
      : model.past[field];
  });
  const next = { ...model, draft, past };
  const [word, ...older] = wordsOf(next);
  if (!word) return { ...next, held: null, refused: null };
  const done = carriedOut(next, word);
  if (done) return done;
  // What is refused is as good as not said: what came before it counts.
  const refused = { ...next, held: null, refused: word };
  for (const earlier of older) {
    const instead = carriedOut({ ...next, refused: null }, earlier);
    if (instead?.held) return refused;
    if (instead) return { ...instead, released: model.released, refused: word };
  }
  return refused;
}

/** The article once a word on publication is carried out; null where it lacks what it needs for that. */
function carriedOut(model: Model, word: Said): Model | null {
  const effect = word.effect as 'publish' | 'unpublish';
  const isNews = effect !== model.word || hasTurned(model, word);
  const asHeeded = (done: Model): Model => ({
    ...done,
    heeded: (done.published !== null) === (effect === 'publish') ? word : model.heeded,
    wordAt: done.held === word ? model.wordAt : word.time,
  });
  const done = carryOut(model, word, isNews);
  return done && asHeeded(done);
}

/** Whether the service said something else after what was heeded last. */
function hasTurned(model: Model, word: Said): boolean {
  const words = wordsOf(model).reverse();
  const heeded = words.find(({ time }) => time === model.heeded?.time);
  const later = words.filter(({ time }) => heeded && time > heeded.time && time <= word.time);
  return later.some(({ effect }) => effect !== heeded?.effect);
}

function carryOut(model: Model, word: Said, isNews: boolean): Model | null {
  const effect = word.effect as 'publish' | 'unpublish';
  const next: Model = { ...model, held: null, refused: null, released: null, word: effect };
  if (effect === 'unpublish') {
    const published = isNews ? null : model.published;
    return { ...next, published, isByHand: model.isByHand && published !== null };
  }
  // What an editor unpublished stays so until the word changes.
  if (!isNews && !model.published) return next;
  if (model.published && (isOut(model, word) || isOverruled(model, word))) return next;
  if (hasUnpublishedEdits(model, word)) return { ...next, held: word, refused: model.refused };
  return publishWord(next, word);
}

/** Whether a person published something newer, who knew of a word: by other settings it may not have been its turn. */
const isOverruled = ({ said, isByHand, wordAt }: Model, { time }: Said): boolean =>
  isByHand && time !== inOrder(said).at(-1)?.time && time <= wordAt;

function hasUnpublishedEdits({ draft, published, refused, released }: Model, word: Said): boolean {
  if (!draft || !published || released?.time === word.time) return false;
  // Who put right what was refused wants it published.
  const asked = refused?.time === word.time ? DEMANDED : null;
  return FIELDS.some(
    (field) =>
      field !== asked &&
      (isPersons(draft[field]) || !isSaid(field)) &&
      draft[field].value !== published[field],
  );
}

function publishWord(model: Model, word: Said): Model | null {
  const { draft } = model;
  if (!draft) return model;
  const published = each((field) =>
    isPersons(draft[field]) || !isSaid(field) ? draft[field].value : word.values[field],
  );
  const past = each((field) =>
    isPersons(draft[field]) ? model.past[field] : [...model.past[field], word.values[field]],
  );
  if (published[DEMANDED] === '') return null;
  return { ...model, past, published, out: asOut(model, word), isByHand: false };
}

/** An importer's entry: what it left empty is the service's. */
export const imported = (values: Values, isPublished: boolean): Model => ({
  ...nothing(),
  draft: each((field) => ({ value: values[field], seen: null, writes: 0 })),
  published: isPublished ? values : null,
  isAdopted: true,
});

export const arrived = (model: Model, said: Said): Model =>
  project({ ...model, said: [...model.said, said] });

const formOf = (draft: Record<Field, Owned>): Form => ({
  values: valuesOf(draft),
  writes: each((field) => draft[field].writes),
});

export const opened = (model: Model): Model =>
  model.draft ? { ...model, form: formOf(model.draft) } : model;

/** Whether the service wrote a field since the form was opened that is open. */
export const isNewer = ({ draft, form }: Model, field: Field): boolean =>
  Boolean(draft && form && form.writes[field] !== draft[field].writes);

/** Somebody saves an open form in which they changed one field. */
export function saved(model: Model, field: Field, value: string): Model {
  const { draft, form } = model;
  if (!draft || !form) return model;
  const had = draft[field];
  if (form.values[field] === value) return project({ ...model, form: null });
  // Who puts an older value of the service back, means that one.
  const isRetyped = value === had.seen && value !== had.value;
  const seen = isRetyped || isNewer(model, field) ? UNSEEN : had.seen;
  // Who let a publication go out had not seen this; what it was refused for is filled in for it.
  const released = had.value === value || field === DEMANDED ? model.released : null;
  const next = { ...draft, [field]: { ...had, value, seen } };
  return project({ ...model, form: null, released, draft: next });
}

/**
 * Other code of the site's writes fields of the entry, without a form and without having looked. Of it and of
 * a form that was open then, whoever writes last wins, as in Strapi: no such form is saved.
 */
export function written(model: Model, values: Partial<Values>): Model {
  const { draft } = model;
  if (!draft) return model;
  const next = each((field) => ({ ...draft[field], value: values[field] ?? draft[field].value }));
  return project({ ...model, form: null, released: null, draft: next });
}

/** What a person published or unpublished by hand stays until the service says something new. */
function byHand(model: Model, published: Values | null): Model {
  const [last] = wordsOf(model);
  const out = last ? asOut(model, last) : model.out;
  const word = (last?.effect as Model['word'] | undefined) ?? model.word;
  // Whoever does it knows what the service has said so far, also where nothing came of that.
  const heeded = allWordsOf(model)[0] ?? model.heeded;
  const isByHand = published !== null;
  return project({ ...model, published, held: null, refused: null, word, heeded, out, isByHand });
}

/** Null where Strapi refuses it. */
export function published(model: Model): Model | null {
  if (!model.draft) return model;
  const values = valuesOf(model.draft);
  return values[DEMANDED] === '' ? null : byHand(model, values);
}

export const unpublished = (model: Model): Model => byHand(model, null);

/**
 * The draft is what is published again, but for what is the service's in that: it says something newer,
 * perhaps. What a person published stays theirs, also where they had taken the service's since.
 */
export function discarded(model: Model): Model {
  const { draft, published: out } = model;
  if (!draft || !out) return model;
  const dropped = (field: Field): Owned => {
    const had = draft[field];
    const value = out[field];
    if (value === had.value || value === had.seen) return { ...had, value };
    if (model.past[field].includes(value)) return { ...had, value, seen: value };
    return { ...had, value, seen: isPersons(had) ? had.seen : UNSEEN };
  };
  return project({ ...model, form: null, draft: each(dropped) });
}

export const deleted = (model: Model): Model => ({
  ...model,
  draft: null,
  published: null,
  isDeleted: true,
  isAdopted: false,
  held: null,
  refused: null,
  released: null,
  form: null,
});

/** A person asks for a deleted article again: it is the service's, all of it. */
export const restored = (model: Model): Model =>
  model.isDeleted
    ? project({ ...model, isDeleted: false, word: null, heeded: null, out: null })
    : model;

/** Somebody decides what the unknown word does. */
export const decided = (model: Model, effect: Effect): Model =>
  project({
    ...model,
    unknown: effect,
    said: model.said.map((one) => (one.isUnknown ? { ...one, effect } : one)),
  });

/** Whether a delivery waits for somebody to decide what the unknown word does. */
export function waitsForWord({ said, isDeleted }: Model): boolean {
  const stream = inOrder(said);
  const settled = stream.findLastIndex(({ effect }) => effect !== null && effect !== 'draft');
  return !isDeleted && stream.slice(settled + 1).some(({ effect }) => effect === null);
}

export function suggestionDecided(model: Model, field: Field, isAccepted: boolean): Model {
  const { draft } = model;
  const offer = offersOf(model)[field];
  if (!draft || offer === undefined) return model;
  const had = draft[field];
  const owned = isAccepted
    ? { value: offer, seen: offer, writes: had.writes + 1 }
    : { ...had, seen: offer };
  return project({ ...model, draft: { ...draft, [field]: owned } });
}

/** Somebody takes back that they kept their own value: the service's is offered again, where it is another. */
export function offeredAgain(model: Model, field: Field): Model {
  const { draft } = model;
  if (!draft) return model;
  return project({ ...model, draft: { ...draft, [field]: { ...draft[field], seen: UNSEEN } } });
}

/** Somebody takes back that a delivery was not to be published: it is looked at again. */
export function askedAgain(model: Model, number: number): Model {
  const asked = model.said[number];
  if (!asked) return model;
  const said = model.said.map((one) =>
    one === asked ? { ...one, isLeft: false, isDeclined: false } : one,
  );
  const out = isOut(model, asked) ? null : model.out;
  const next = { ...model, said, out };
  return next.isDeleted ? restored(next) : project(next);
}

/** Somebody puts a value that a delivery has into the draft, as if they had typed it. */
export function broughtBack(model: Model, number: number, field: Field): Model {
  const { draft, said } = model;
  const value = said[number]?.values[field];
  if (!draft || value === undefined || draft[field].value === value) return model;
  const had = draft[field];
  const seen = value === had.seen ? UNSEEN : had.seen;
  const released = field === DEMANDED ? model.released : null;
  const next = { ...draft, [field]: { ...had, value, seen } };
  return project({ ...model, form: null, released, draft: next });
}

export function holdDecided(model: Model, isReleased: boolean): Model {
  const { held } = model;
  if (!held) return model;
  const free = { ...model, held: null };
  return project(
    isReleased ? { ...free, released: held } : { ...free, out: asOut(free, held), heeded: held },
  );
}

/** Somebody decides that what waits is not to be published. */
export function left(model: Model): Model | null {
  const { held, refused } = model;
  const waiting = held ?? refused;
  if (!waiting) return null;
  const isDeclined = held === null;
  const said = model.said.map((one) =>
    one.time === waiting.time ? { ...one, isLeft: true, isDeclined } : one,
  );
  const next = { ...model, said, released: null };
  return held ? holdDecided(next, false) : project({ ...next, refused: null });
}
