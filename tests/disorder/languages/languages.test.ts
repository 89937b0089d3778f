import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { FOUND } from './language-found';
import {
  LANGUAGES,
  languageHistories,
  WRITTEN,
  type Language,
  type Step,
  type WrittenField,
} from './language-steps';

const PATIENCE_MS = 600_000;
const START = Date.parse('2026-09-01T08:00:00.000Z');
const OTHERS = ['api::category.category', 'api::label.label', 'api::author.author'];
const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, excerpt: 'description' } };
const STATUS = { ready: 'draft', published: 'published', archived: 'archived' };

type Texts = Record<WrittenField, string | null>;
/** The post in one locale. */
type Versions = Record<'draft' | 'published', (Texts & { documentId: string }) | null>;
type Shown = Record<Language, Versions>;

/** What a person wrote last in a field of a locale, or published there. */
interface Person {
  texts: Map<string, { language: Language; field: WrittenField; text: string }>;
  published: Set<Language>;
  /** Whether the article may have followed into another language, as somebody asked. */
  letItMove: boolean;
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

function playedPost() {
  const story = makeDelivery({ article: { slug: `language-${(runs += 1)}` } });
  const forms = contentManager(site, POST);
  const documents = () => site.strapi.documents(POST as never) as unknown as Documents;

  const version = async (language: Language, status: 'draft' | 'published') => {
    const found = await documents().findMany({
      filters: { feedId: story.article.id },
      status,
      locale: language,
    });
    if (found.length > 1) throw new Error(`there are ${found.length} posts in ${language}`);
    const [post] = found;
    return post ? { documentId: post.documentId, title: post.title, excerpt: post.excerpt } : null;
  };
  const versions = async (language: Language): Promise<Versions> => ({
    draft: await version(language, 'draft'),
    published: await version(language, 'published'),
  });
  const shown = async (): Promise<Shown> => {
    await site.settle();
    return { en: await versions('en'), de: await versions('de') };
  };
  const documentId = async (): Promise<string | null> => {
    const now = await shown();
    return (now.en.draft ?? now.de.draft)?.documentId ?? null;
  };
  const asking = async () =>
    (await admin.deliveriesOf(story.article.id)).find(
      ({ reasonCode, state }) => state === 'parked' && reasonCode === 'localeMoves',
    );

  return {
    shown,
    documentId,
    asking,
    deliveries: () => admin.deliveriesOf(story.article.id),

    async deliver(
      { time, word, language, says }: Extract<Step, { do: 'deliver' }>,
      number: number,
    ) {
      const at = new Date(START + (time * 100 + number) * 60_000).toISOString();
      const body: WireDelivery = {
        ...story,
        event: word === 'ready' ? 'article.ready' : 'article.status_changed',
        timestamp: at,
        article: {
          ...story.article,
          title: serviceText('title', says),
          description: serviceText('excerpt', says),
          language,
          status: STATUS[word],
          updatedAt: at,
        },
      };
      expect((await site.deliver(body)).status).toBe(202);
    },

    /** In a form, where there is an entry; a translation is a new one. */
    async write(id: string, language: Language, change: Partial<Texts>) {
      if (await version(language, 'draft')) {
        await forms.save(await forms.open(id, language), change, { locale: language });
      } else await documents().update({ documentId: id, locale: language, data: change });
    },

    publish: (id: string, language: Language) =>
      documents().publish({ documentId: id, locale: language }),
  };
}

const serviceText = (field: WrittenField, says: number): string => `Service ${field} ${says}`;

/** Carries a step out, where there is something to do it to. */
async function carryOut(
  step: Step,
  number: number,
  post: ReturnType<typeof playedPost>,
  person: Person,
): Promise<void> {
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
      if (step.do === 'follow') person.letItMove = true;
      const action = step.do === 'follow' ? 'redrive' : 'leave';
      return void (await admin.post(`/deliveries/${asking.deliveryId}/${action}`));
    }
    case 'publish':
    case 'write': {
      const here = (await post.shown())[step.language];
      const id = await post.documentId();
      if (id === null) return;
      return step.do === 'publish'
        ? publishBy(person, post, { id, language: step.language, here })
        : writeBy(person, post, { id, language: step.language, here }, step.field, number);
    }
  }
}

interface Place {
  id: string;
  language: Language;
  /** What is there before. */
  here: Versions;
}

async function publishBy(
  person: Person,
  post: ReturnType<typeof playedPost>,
  { id, language, here }: Place,
): Promise<void> {
  if (!here.draft) return;
  await post.publish(id, language);
  // What the service had published already, goes where the service goes.
  if (!here.published) person.published.add(language);
}

async function writeBy(
  person: Person,
  post: ReturnType<typeof playedPost>,
  { id, language, here }: Place,
  field: WrittenField,
  number: number,
): Promise<void> {
  const written = { ...(here.draft ? {} : { title: `Translated ${language}` }) };
  const texts: Record<string, string> = { ...written, [field]: `Person ${number}` };
  await post.write(id, language, texts);
  for (const [name, text] of Object.entries(texts)) {
    // What they wrote in the other language may have come along: then it is this that they wrote over.
    if (person.letItMove) LANGUAGES.forEach((other) => person.texts.delete(`${other} ${name}`));
    person.texts.set(`${language} ${name}`, { language, field: name as WrittenField, text });
  }
}

const isUntouched = ({ texts, published, letItMove }: Person): boolean =>
  texts.size === 0 && published.size === 0 && !letItMove;

/** What has to be so whatever happened. */
function check(now: Shown, told: Extract<Step, { do: 'deliver' }>[], person: Person): void {
  const entries = LANGUAGES.flatMap((language) => Object.values(now[language]));
  const ids = new Set(entries.flatMap((entry) => entry?.documentId ?? []));
  expect(ids.size).toBe(1);

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

async function play(steps: Step[]): Promise<void> {
  const post = playedPost();
  const person: Person = { texts: new Map(), published: new Set(), letItMove: false };
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
  const before = await post.shown();
  expect((await admin.post('/rebuild', {})).status).toBe(202);
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

interface Documents {
  findMany(params: object): Promise<(Texts & { documentId: string })[]>;
  update(params: object): Promise<unknown>;
  publish(params: object): Promise<unknown>;
}
