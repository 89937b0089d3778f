import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { expectRebuilt, rebuilt } from '../offered';
import { FOUND } from './language-found';
import { CATEGORY_NAME, playedPost, serviceText, type Versions } from './language-post';
import {
  LANGUAGES,
  languageHistories,
  WRITTEN,
  type Language,
  type Step,
  type WrittenField,
} from './language-steps';

const PATIENCE_MS = 600_000;
const OTHERS = ['api::category.category', 'api::label.label', 'api::author.author'];
const category = { from: 'category', match: 'name' };
const target = {
  ...POST_TARGET,
  fields: { ...POST_TARGET.fields, excerpt: 'description', category },
};

type Post = ReturnType<typeof playedPost>;
type Shown = Record<Language, Versions>;

/** What a person wrote last in a field of a locale, or published there. */
interface Person {
  texts: Map<string, { language: Language; field: WrittenField; text: string }>;
  published: Set<Language>;
  /** Whether the article may have followed into another language, as somebody asked. */
  letItMove: boolean;
  /** Whether they did what leaves no trace, or is no text: took something offline, deleted it, dropped changes. */
  didMore: boolean;
  /** The language in which they deleted the article. */
  deletedIn: Language | null;
}

let site: Site;
let admin: ReturnType<typeof adminApi>;
let runs = 0;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  admin = adminApi(site);
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
});
afterAll(() => site?.destroy());

/** Carries a step out, where there is something to do it to. */
async function carryOut(step: Step, number: number, post: Post, person: Person): Promise<void> {
  switch (step.do) {
    case 'deliver':
      return post.deliver(step, number);
    case 'rebuild':
      expect((await admin.post('/rebuild', {})).status).toBe(202);
      return;
    case 'follow':
    case 'leave': {
      const asking = await post.asking();
      if (!asking) return;
      if (step.do === 'follow') Object.assign(person, { letItMove: true, deletedIn: null });
      else person.didMore = true;
      const action = step.do === 'follow' ? 'redrive' : 'leave';
      return void (await admin.post(`/deliveries/${asking.deliveryId}/${action}`));
    }
    case 'category':
      return post.changeCategory(step.language);
    case 'publish':
    case 'unpublish':
    case 'discard':
    case 'delete':
    case 'fill':
    case 'write': {
      const here = (await post.shown())[step.language];
      const id = await post.documentId();
      if (id === null) return;
      const place = { id, language: step.language, here };
      if (step.do === 'publish') return publishBy(person, post, place);
      if (step.do === 'write') return writeBy(person, post, place, step.field, number);
      if (step.do === 'fill') return fillBy(person, post, place);
      return actBy(person, post, place, step.do);
    }
  }
}

interface Place {
  id: string;
  language: Language;
  /** What is there before. */
  here: Versions;
}

async function publishBy(person: Person, post: Post, { id, language, here }: Place): Promise<void> {
  if (!here.draft) return;
  await post.publish(id, language);
  // What the service had published already, goes where the service goes.
  if (!here.published) person.published.add(language);
}

async function writeBy(
  person: Person,
  post: Post,
  { id, language, here }: Place,
  field: WrittenField,
  number: number,
): Promise<void> {
  if (person.deletedIn === language) person.deletedIn = null;
  const written = { ...(here.draft ? {} : { title: `Translated ${language}` }) };
  const texts: Record<string, string> = { ...written, [field]: `Person ${number}` };
  await post.write(id, language, texts);
  for (const [name, text] of Object.entries(texts)) {
    // What they wrote in the other language may have come along: then it is this that they wrote over.
    if (person.letItMove) LANGUAGES.forEach((other) => person.texts.delete(`${other} ${name}`));
    person.texts.set(`${language} ${name}`, { language, field: name as WrittenField, text });
  }
}

/** Fills a language in from the other one. */
async function fillBy(person: Person, post: Post, { id, language, here }: Place): Promise<void> {
  const from = language === 'en' ? 'de' : 'en';
  const { draft: there } = (await post.shown())[from];
  if (!there) return;
  await post.fillIn(id, from, language);
  person.didMore = true;
  if (person.deletedIn === language) person.deletedIn = null;
  for (const field of WRITTEN) {
    const text = there[field];
    person.texts.delete(`${language} ${field}`);
    if (text === null || text === here.draft?.[field]) continue;
    person.texts.set(`${language} ${field}`, { language, field, text });
  }
}

async function actBy(
  person: Person,
  post: Post,
  { id, language, here }: Place,
  action: 'unpublish' | 'discard' | 'delete',
): Promise<void> {
  if (!here.draft || (action !== 'delete' && !here.published)) return;
  const own = await post.ownLanguage();
  await post.act(id, action, language);
  person.didMore = true;
  if (action !== 'discard') person.published.delete(language);
  if (action !== 'unpublish')
    WRITTEN.forEach((field) => person.texts.delete(`${language} ${field}`));
  if (action === 'delete' && own === language) person.deletedIn = language;
}

const isUntouched = ({ texts, published, letItMove, didMore }: Person): boolean =>
  texts.size === 0 && published.size === 0 && !letItMove && !didMore;

/** What has to be so whatever happened. */
function check(now: Shown, told: Extract<Step, { do: 'deliver' }>[], person: Person): void {
  const entries = LANGUAGES.flatMap((language) => Object.values(now[language]));
  const ids = new Set(entries.flatMap((entry) => entry?.documentId ?? []));
  // None only where all of it was deleted.
  expect([...(person.didMore ? [0] : []), 1]).toContain(ids.size);
  if (person.deletedIn !== null) expect(now[person.deletedIn].draft).toBeNull();

  // No text of a person's goes; it goes along where somebody let the article follow.
  for (const { language, field, text } of person.texts.values()) {
    const places = person.letItMove ? LANGUAGES : [language];
    expect(places.map((place) => now[place].draft?.[field])).toContain(text);
  }
  const isArchived = told.some(({ word }) => word === 'archived');
  for (const language of isArchived ? [] : person.published) {
    const places = person.letItMove ? LANGUAGES : [language];
    expect(places.some((place) => now[place].published !== null)).toBe(true);
  }
  if (!isUntouched(person)) return;
  const newest = told.at(-1);
  const other = newest?.language === 'en' ? 'de' : 'en';
  expect(now[other]).toEqual({ draft: null, published: null });
  const texts = Object.fromEntries(
    WRITTEN.map((field) => [field, serviceText(field, newest?.says ?? NaN)]),
  );
  expect(now[newest?.language ?? 'en'].draft).toMatchObject(texts);
  const word = told.findLast((step) => step.word !== 'ready')?.word;
  const { published } = now[newest?.language ?? 'en'];
  expect(published !== null).toBe(word === 'published');
}

/** The article has the service's category, in the draft and for readers, where that is in its language. */
async function checkCategory(post: Post, now: Shown): Promise<void> {
  for (const language of LANGUAGES) {
    const name = (await post.hasCategory(language)) ? CATEGORY_NAME : null;
    const versions = Object.values(now[language]).filter((version) => version !== null);
    expect(versions.map((version) => version.category)).toEqual(versions.map(() => name));
  }
}

async function play(steps: Step[]): Promise<void> {
  const post = playedPost(site, (runs += 1));
  const person: Person = {
    ...{ texts: new Map(), published: new Set() },
    ...{ letItMove: false, didMore: false, deletedIn: null },
  };
  const told: { at: number; step: Extract<Step, { do: 'deliver' }> }[] = [];
  for (const [number, step] of steps.entries()) {
    if (step.do === 'deliver') told.push({ at: step.time * 100 + number, step });
    await carryOut(step, number, post, person);
    const inOrder = [...told].sort((a, b) => a.at - b.at).map(({ step: said }) => said);
    const word = inOrder.findLast((said) => said.word !== 'ready');
    // From now on what is out there is the service's.
    if (word === step && word.word === 'published') person.published.delete(word.language);
    check(await post.shown(), inOrder, person);
  }
  // Which categories there are by now, nobody has asked yet.
  await rebuilt(site);
  const before = await post.shown();
  if (isUntouched(person)) await checkCategory(post, before);
  await expectRebuilt(site);
  await rebuilt(site);
  expect(await post.shown()).toEqual(before);
  const unsettled = (await post.deliveries()).filter(({ state }) =>
    ['pending', 'failed'].includes(state),
  );
  expect(unsettled.map(({ state, reason }) => `${state}: ${reason}`)).toEqual([]);
  await clearSite(site, [POST, ...OTHERS]);
}

describe('people and a service that changes an article’s language', () => {
  it(
    'take no text, locale or published version from each other, and rebuild to the same',
    async () => {
      await fc.assert(fc.asyncProperty(languageHistories, play), {
        examples: FOUND.map((found) => [found]),
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 8),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
