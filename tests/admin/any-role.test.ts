import fc from 'fast-check';
import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import type { DecisionPage } from '../../src/plugins/article-receiver/shared/decisions/decisions';
import type { SuggestionSummary } from '../../src/plugins/article-receiver/shared/decisions/suggestions';
import type { WaitingPage } from '../../src/plugins/article-receiver/shared/decisions/waiting';
import { ownPosts } from '../support/articles/own-posts';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { adminApi } from '../support/people/admin-api';
import { administratorWith } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const PATIENCE_MS = 600_000;
/** Of which the service has another value than people wrote. */
const OFFERED = ['title', 'excerpt', 'seo.metaTitle'] as const;
/** What was offered, too, and rejected. */
const REJECTED = 'words';
const FIELDS = [...OFFERED, REJECTED, 'note'];
const LOCALES = ['en', 'de'] as const;

/** What a role may do with some entries; with all, where neither locale nor creator narrows that. */
interface Right {
  action: 'read' | 'update' | 'publish';
  fields: string[];
  locales: string[];
  isOfCreator: boolean;
}

const rights: fc.Arbitrary<Right[]> = fc.array(
  fc.record({
    action: fc.constantFrom<Right['action'][]>('read', 'read', 'update', 'update', 'publish'),
    fields: fc.subarray(FIELDS, { minLength: 1 }),
    locales: fc.subarray([...LOCALES], { minLength: 1 }),
    isOfCreator: fc.boolean(),
  }),
  { minLength: 1, maxLength: 6 },
);

const right = (action: Right['action'], field: string, isOfCreator: boolean): Right => ({
  ...{ action, fields: [field], locales: [...LOCALES], isOfCreator },
});
/** With one field that may be changed in one's own entries, and another in all. */
const FOUND: Right[][] = [
  // Decisions were offered to be taken back, of that field in others' entries.
  [right('read', 'note', false), right('update', 'note', false), right('update', REJECTED, true)],
  // Suggestions for it waited there, too.
  [right('read', 'note', false), right('update', 'note', false), right('update', 'title', true)],
];

interface Entry {
  documentId: string;
  locale: string;
  isTheirs: boolean;
}

describe('whatever role somebody has', () => {
  let site: Site;
  let session: string;
  let role: number;
  const entries: Entry[] = [];
  /** All suggestions, whoever may see them. */
  const offered: SuggestionSummary[] = [];

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German' });
    session = await administratorWith(site, []);
    const [user] = (await site.strapi.db.query('admin::user').findMany({
      orderBy: { id: 'desc' },
      limit: 1,
      populate: { roles: true },
    })) as { id: number; roles: { id: number }[] }[];
    role = user?.roles[0]?.id ?? 0;
    for (const locale of LOCALES)
      for (const isTheirs of [true, false])
        await contested(locale, isTheirs ? user?.id : undefined);
    for (const { documentId } of entries) await rejectOne(documentId);
  });
  afterAll(() => site?.destroy());

  /** A published article that people changed, and the service since: with suggestions and a held publication. */
  async function contested(locale: string, creator: number | undefined): Promise<void> {
    const posts = ownPosts(site);
    const event = 'article.status_changed';
    const first = makeDelivery({ event, article: { language: locale, status: 'published' } });
    await posts.send(first);
    const { documentId, seo } = await posts.draftOf(first, locale);
    const own = { title: 'Ours', excerpt: 'Ours', note: 'Ours', words: 1 };
    await posts.edit(documentId, { ...own, seo: { id: seo?.id, metaTitle: 'Ours' } }, locale);
    const theirs = { title: 'Theirs', description: 'Theirs', wordCount: 99 };
    await posts.send(nextDelivery(first, { article: theirs }));
    if (creator !== undefined)
      await site.strapi.db
        .query(POST)
        .updateMany({ where: { documentId }, data: { createdBy: creator } });
    entries.push({ documentId, locale, isTheirs: creator !== undefined });
  }

  async function rejectOne(documentId: string): Promise<void> {
    const admin = adminApi(site);
    for (const suggestion of await admin.suggestionsOf(documentId)) {
      if (suggestion.field !== REJECTED) offered.push(suggestion);
      else await admin.post(`/suggestions/${suggestion.id}/reject`);
    }
  }

  const ask = async <Body>(path: string): Promise<{ status: number; body: Body }> => {
    const request = site.request.get(`/article-receiver${path}`);
    const { status, body } = await request.set('Authorization', `Bearer ${session}`);
    return { status, body: body as Body };
  };
  const decide = async (path: string, body: object): Promise<number> => {
    const request = site.request.post(`/article-receiver${path}`);
    return (await request.set('Authorization', `Bearer ${session}`).send(body)).status;
  };

  async function assign(all: readonly Right[]): Promise<void> {
    const permissions = all.map(({ action, fields, locales, isOfCreator }) => ({
      action: `plugin::content-manager.explorer.${action}`,
      subject: POST,
      conditions: isOfCreator ? ['admin::is-creator'] : [],
      properties: { locales, ...(action === 'publish' ? {} : { fields }) },
    }));
    await site.strapi.service('admin::role').assignPermissions(role, permissions);
  }

  /** The fields with which the rights allow an action in an entry; null where they do not allow it. */
  function fieldsOf(all: readonly Right[], action: Right['action'], entry: Entry): string[] | null {
    const own = all.filter(
      (right) =>
        right.action === action &&
        right.locales.includes(entry.locale) &&
        (entry.isTheirs || !right.isOfCreator),
    );
    return own.length === 0
      ? null
      : FIELDS.filter((one) => own.some((r) => r.fields.includes(one)));
  }

  async function toldOf(entry: Entry) {
    const { documentId } = entry;
    const origin = await ask<{ data: ArticleOrigin }>(`/articles/${documentId}`);
    const suggestions = await ask<{ results: SuggestionSummary[] }>(
      `/suggestions?documentId=${documentId}&state=open`,
    );
    const decisions: Record<string, number> = {};
    for (const { id, field } of offered.filter((one) => one.documentId === documentId))
      decisions[field] = await decide(`/suggestions/${id}/accept`, { seen: 'something else' });
    return {
      read: origin.status,
      may: origin.status === 200 ? origin.body.data.may : null,
      held: origin.status === 200 ? origin.body.data.heldFields.toSorted() : null,
      suggestions: suggestions.body.results.map(({ field }) => field).toSorted(),
      decisions,
      release: await decide(`/articles/${documentId}/release`, {
        seen: '2020-01-01T00:00:00.000Z',
      }),
    };
  }

  function allowedOf(all: readonly Right[], entry: Entry): Awaited<ReturnType<typeof toldOf>> {
    const [read, update, publish] = (['read', 'update', 'publish'] as const).map((action) =>
      fieldsOf(all, action, entry),
    );
    const changeable = OFFERED.filter((field) => update?.includes(field));
    return {
      read: read ? 200 : 403,
      may: read ? { update: Boolean(update), publish: Boolean(publish) } : null,
      held: read ? [...OFFERED, REJECTED].filter((field) => read.includes(field)).toSorted() : null,
      suggestions: changeable.toSorted(),
      decisions: Object.fromEntries(
        OFFERED.map((field) => [field, update?.includes(field) ? 409 : 403]),
      ),
      release: publish ? 409 : 403,
    };
  }

  async function expectKept(all: Right[]): Promise<void> {
    await assign(all);
    for (const entry of entries) {
      const { locale, isTheirs } = entry;
      const told = await toldOf(entry);
      expect({ locale, isTheirs, ...told }).toEqual({ locale, isTheirs, ...allowedOf(all, entry) });
    }
    const waiting = (await ask<WaitingPage>('/waiting?pageSize=100')).body;
    const shown = waiting.results.map(({ documentId, title, waits }) =>
      [documentId, title, ...waits.map(({ kind, count }) => `${kind} ${count}`)].join(),
    );
    const decidable = entries.flatMap((entry) => {
      const { suggestions } = allowedOf(all, entry);
      const read = fieldsOf(all, 'read', entry);
      const waits = [
        ...(suggestions.length > 0 ? [`suggestions ${suggestions.length}`] : []),
        ...(fieldsOf(all, 'publish', entry) ? ['held 1'] : []),
      ];
      const title = read?.includes('title') ? 'Ours' : null;
      return waits.length === 0 ? [] : [[read ? entry.documentId : null, title, ...waits].join()];
    });
    expect(shown.toSorted()).toEqual(decidable.toSorted());
    const { results } = (await ask<DecisionPage>('/decisions')).body;
    const undoable = entries.flatMap((entry) => {
      const isChangeable = fieldsOf(all, 'update', entry)?.includes(REJECTED) ?? false;
      return fieldsOf(all, 'read', entry) ? [[entry.documentId, isChangeable]] : [];
    });
    const told = results.map(({ documentId, canUndo }) => [documentId, canUndo]);
    expect(told.toSorted()).toEqual(undoable.toSorted());
  }

  it(
    'is shown, and may decide, what the Content Manager lets them',
    async () => {
      await fc.assert(fc.asyncProperty(rights, expectKept), {
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 4),
        examples: FOUND.map((found) => [found]),
      });
    },
    PATIENCE_MS,
  );
});
