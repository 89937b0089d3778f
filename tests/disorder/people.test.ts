import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { ownTypesWith, POST, POST_TARGET } from '../support/own-types';
import { bootSite, type Site } from '../support/site';
import { clearSite } from './clear-site';
import { FOUND } from './people-found';
import type * as model from './people-model';
import { project } from './people-model';
import {
  after,
  before,
  expectedOf,
  importedValues,
  personsValue,
  suggestedField,
  tells,
  timeOf,
} from './people-play';
import { playedArticle, type Place } from './people-site';
import { peoplesHistories, type PeoplesHistory, type Step } from './people-steps';

const PATIENCE_MS = 600_000;
/** What an editor's work sets off follows its commit. */
const SOON_MS = 30_000;

const retention = { bodiesDays: 30 };
const ARTICLE: Place = {
  uid: 'plugin::article-receiver.article',
  idField: 'sourceId',
  paths: {
    title: ['title'],
    tldr: ['tldr'],
    description: ['description'],
    keyword: ['keywords'],
  },
};
const POSTS: Place = {
  uid: POST,
  idField: 'feedId',
  locale: 'en',
  required: { seo: { metaTitle: 'Imported' } },
  paths: {
    title: ['title'],
    tldr: ['seo', 'metaDescription'],
    description: ['excerpt'],
    keyword: ['keywords'],
  },
};
const { seo } = POST_TARGET.fields;
const target = {
  ...POST_TARGET,
  fields: {
    ...POST_TARGET.fields,
    excerpt: 'description',
    seo: { fields: { ...seo.fields, metaDescription: 'tldr' } },
  },
};

/** Both sites publish nothing without a description. */
const TARGETS = [
  {
    name: 'the plugin’s own Article',
    place: ARTICLE,
    options: () => ({
      extension: join(__dirname, '..', 'support', 'sites', 'demanding.js'),
      pluginConfig: { retention },
    }),
  },
  {
    name: 'a localized type of the site’s own',
    place: POSTS,
    options: async () => ({
      types: await ownTypesWith('post', { excerpt: { required: true } }),
      pluginConfig: { target, retention },
    }),
  },
];

/** Carries a step out on the site; `now` is what is right before it. */
async function carryOut(
  step: Step,
  now: model.Model,
  number: number,
  article: ReturnType<typeof playedArticle>,
): Promise<void> {
  switch (step.do) {
    case 'deliver':
      return article.deliver(timeOf(step, number), step.word, step.says);
    case 'save':
      if (!now.form) await article.open();
      return article.save(step.field, personsValue(now, step, number), {
        ...step,
        tellsWhen: tells(now, step),
      });
    case 'import':
      return article.write(importedValues(step.fields, number));
    case 'decideWord':
      return article.decideWord(step.effect);
    case 'suggestion': {
      const field = suggestedField(now, step.which) as model.Field;
      return article.decideSuggestion(field, step.accept ? 'accept' : 'reject');
    }
    case 'hold':
      return article.decideHold(step.choice);
    case 'redrive':
    case 'repeat':
      return article[step.do](step.which);
    case 'open':
    case 'publish':
    case 'unpublish':
    case 'discardDraft':
    case 'delete':
    case 'retention':
    case 'rebuild':
      return article[step.do]();
  }
}

describe.each(TARGETS)(
  'people and the service with one article, on $name',
  ({ place, options }) => {
    let site: Site;
    let runs = 0;

    beforeAll(async () => {
      site = await bootSite(await options());
    });
    afterAll(() => site?.destroy());

    async function compare(
      article: ReturnType<typeof playedArticle>,
      now: model.Model,
      step: unknown,
    ): Promise<void> {
      const expected = { ...expectedOf(now), unsettled: [] };
      await site.settle();
      const deadline = Date.now() + SOON_MS;
      let seen = await article.seen();
      while (!isDeepStrictEqual(seen, expected) && Date.now() < deadline) {
        await pause(50);
        seen = await article.seen();
      }
      expect({ step, seen }).toEqual({ step, seen: expected });
    }

    async function play({ imported, steps }: PeoplesHistory): Promise<void> {
      const article = playedArticle(site, place, `run${(runs += 1)}`);
      let now = before(imported);
      if (imported) await article.import(imported);
      for (const [number, step] of steps.entries()) {
        const next = after(now, step, number);
        if (next === null) continue;
        await carryOut(step, now, number, article);
        now = next;
        await compare(article, now, { number, step });
      }
      await article.rebuild();
      await compare(article, project(now), 'a rebuild');
      await clearSite(site, place === POSTS ? [POST, ...OTHERS] : []);
    }

    it(
      'keeps what is whose, publishes what it may, offers the rest, and rebuilds to the same',
      async () => {
        await fc.assert(fc.asyncProperty(peoplesHistories, play), {
          examples: FOUND.map((found) => [found]),
          numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 6),
          endOnFailure: true,
        });
      },
      PATIENCE_MS,
    );
  },
);

const OTHERS = ['api::category.category', 'api::label.label', 'api::author.author'];
