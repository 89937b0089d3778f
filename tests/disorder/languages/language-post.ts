import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { POST } from '../../support/articles/own-types';
import type { Site } from '../../support/site/site';
import type { Language, Step, WrittenField } from './language-steps';

const START = Date.parse('2026-09-01T08:00:00.000Z');
const STATUS = { ready: 'draft', published: 'published', archived: 'archived' };
const CATEGORY = 'api::category.category';
/** The one that the service names in all its deliveries. */
export const CATEGORY_NAME = 'News';

export type Texts = Record<WrittenField, string | null>;
interface Shown extends Texts {
  documentId: string;
  category: string | null;
}

/** The post in one locale. */
export type Versions = Record<'draft' | 'published', Shown | null>;

/**
 * One article of a site, told by the service in several languages, and its entry, worked on by people.
 * @param run tells it from those of other histories.
 */
export function playedPost(site: Site, run: number) {
  const admin = adminApi(site);
  const story = makeDelivery({ article: { category: CATEGORY_NAME, slug: `language-${run}` } });
  const forms = contentManager(site, POST);
  const documents = () => site.strapi.documents(POST as never) as unknown as Documents;

  const version = async (language: Language, status: 'draft' | 'published') => {
    const found = await documents().findMany({
      filters: { feedId: story.article.id },
      status,
      locale: language,
      populate: { category: true },
    });
    if (found.length > 1) throw new Error(`there are ${found.length} posts in ${language}`);
    const [post] = found;
    if (!post) return null;
    const { title, excerpt, category } = post;
    return { documentId: post.documentId, title, excerpt, category: category?.name ?? null };
  };
  const versions = async (language: Language): Promise<Versions> => ({
    draft: await version(language, 'draft'),
    published: await version(language, 'published'),
  });
  const shown = async (): Promise<Record<Language, Versions>> => {
    await site.settle();
    return { en: await versions('en'), de: await versions('de') };
  };
  const documentId = async (): Promise<string | null> => {
    const now = await shown();
    return (now.en.draft ?? now.de.draft)?.documentId ?? null;
  };
  const asking = async () =>
    (await admin.deliveriesOf(story.article.id)).find(
      ({ reasonCode, state }) =>
        state === 'parked' && (reasonCode === 'localeMoves' || reasonCode === 'articleDeleted'),
    );

  /** The language in which the article is, or was until it was deleted. */
  const ownLanguage = async (): Promise<string | null> => {
    const rows = site.strapi.db.query('plugin::article-receiver.stream');
    const stream = (await rows.findOne({
      where: { articleId: story.article.id },
    })) as Stream | null;
    return stream?.locale ?? null;
  };

  return {
    shown,
    documentId,
    asking,
    ownLanguage,
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

    /** With the form's buttons. */
    async act(id: string, action: 'unpublish' | 'discard' | 'delete', language: Language) {
      if (action === 'delete') return forms.remove(id, language);
      return forms.act(`${id}/actions/${action}`, {}, language);
    },

    /** As the form's button does that fills it in from another language, for whoever saves it then. */
    async fillIn(id: string, from: Language, to: Language) {
      const filled = await forms.open(id, from);
      const known = (await version(to, 'draft')) ? await forms.open(id, to) : null;
      const headers: Record<string, string> = known
        ? { 'x-article-receiver-opened': known.updatedAt }
        : {};
      const slug = `filled-${to}-${run}`;
      const form = withoutIds(filled) as typeof filled;
      await forms.save({ ...form, documentId: id }, { slug }, { locale: to, headers });
    },

    /** Makes the category that the service names in a language, or deletes it there. */
    async changeCategory(language: Language) {
      const categories = site.strapi.documents(CATEGORY as never) as unknown as Documents;
      const all = await categories.findMany({ locale: '*' });
      const here = await categories.findMany({ locale: language });
      const data = { name: CATEGORY_NAME, slug: 'news' };
      const [{ documentId } = { documentId: null }] = all;
      if (documentId === null) await categories.create({ data, locale: language });
      else if (here.length > 0) await categories.delete({ documentId, locale: language });
      else await categories.update({ documentId, data, locale: language });
    },

    async hasCategory(language: Language): Promise<boolean> {
      const categories = site.strapi.documents(CATEGORY as never) as unknown as Documents;
      return (await categories.findMany({ locale: language })).length > 0;
    },
  };
}

export const serviceText = (field: WrittenField, says: number): string =>
  `Service ${field} ${says}`;

/** Parts of an entry as another one gets them: new ones. */
function withoutIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutIds);
  if (typeof value !== 'object' || value === null || 'mime' in value) return value;
  const parts = Object.entries(value).filter(([name]) => name !== 'id');
  return Object.fromEntries(parts.map(([name, part]) => [name, withoutIds(part)]));
}

interface Stream {
  locale: string | null;
}

interface Documents {
  findMany(
    params: object,
  ): Promise<(Texts & { documentId: string; category?: { name: string } | null })[]>;
  create(params: object): Promise<unknown>;
  update(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
  publish(params: object): Promise<unknown>;
}
