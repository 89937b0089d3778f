import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arriveTogether } from '../../support/feed/event-log';
import type { Site } from '../../support/site/site';
import { documentsOf } from '../../support/databases/transaction-ways';
import { offeredFields } from '../offered';
import type { Values } from '../people/people-model';
import { ARTICLES, SHOWN, type Done, type ShownField } from './slug-adopted-steps';
import type { Told } from './slug-adopted-told';

/** Where the articles are, and the names of their fields there. */
export interface Place {
  uid: string;
  id: string;
  slug: string;
  fields: Record<ShownField, string>;
  locale?: string;
  isWithoutDrafts?: boolean;
}

type Row = Record<string, string | null>;

/** A version of an entry, as it is on the site. */
interface Version {
  values: Values;
  id: string | null;
  slug: string;
}
/** By the documentId of their entries. */
export type Versions = Map<string, Version>;

const START = Date.parse('2026-09-01T08:00:00.000Z');
const MINUTE = 60_000;

const createdAt = new Date(START).toISOString();
const storyOf = (id: string) => makeDelivery({ article: { id, tags: [], createdAt } });

/** A delivery of an article. */
function deliveryOf(story: WireDelivery, { word, said }: Told, slug: string): WireDelivery {
  const { title, tldr, description } = said.values;
  const at = new Date(START + said.time * MINUTE).toISOString();
  const status = word === 'ready' ? 'draft' : word;
  return {
    ...story,
    event: word === 'ready' ? 'article.ready' : 'article.status_changed',
    timestamp: at,
    article: { ...story.article, title, tldr, description, slug, status, updatedAt: at },
  };
}

/** The entries of a site in one run of a history, told by the service and changed by others. */
export function playedEntries(site: Site, place: Place, run: number) {
  const admin = adminApi(site);
  const locale = place.locale ? { locale: place.locale } : {};
  const stories = Array.from({ length: ARTICLES }, (_, article) =>
    storyOf(`art_${run}_${article}`),
  );
  const sent: WireDelivery[] = [];

  const documents = () => documentsOf(site, place.uid);
  const idOf = (article: number) => stories[article]?.article.id ?? '';
  const slugOf = (name: string) => `s-${run}-${name}`;
  const dataOf = (values: Partial<Values>) =>
    Object.fromEntries(
      SHOWN.filter((field) => values[field]).map((field) => [place.fields[field], values[field]]),
    );
  const versionIn = (row: Row): Version => ({
    values: {
      title: row[place.fields.title] ?? '',
      tldr: row[place.fields.tldr] ?? '',
      description: row[place.fields.description] ?? '',
      keyword: '',
      note: '',
    },
    id: row[place.id] ?? null,
    slug: row[place.slug] ?? '',
  });
  const versions = async (status: 'draft' | 'published'): Promise<Versions> => {
    const found = await documents().findMany({ status, ...locale, limit: 100 });
    return new Map((found as Row[]).map((row) => [row.documentId ?? '', versionIn(row)]));
  };

  return {
    isWithoutDrafts: place.isWithoutDrafts ?? false,
    idOf,
    slugOf,
    drafts: () => versions('draft'),
    published: async (): Promise<Versions> =>
      place.isWithoutDrafts ? new Map() : versions('published'),

    /** Whether an entry has a slug, in one of its versions. */
    async hasSlug(name: string): Promise<boolean> {
      const all = [
        ...(await versions('draft')).values(),
        ...(await versions('published')).values(),
      ];
      return all.some(({ slug }) => slug === slugOf(name));
    },

    /** Has deliveries of an article come at once. */
    async deliver(article: number, told: readonly Told[]): Promise<void> {
      const story = stories[article] as WireDelivery;
      const deliveries = told.map((one) => deliveryOf(story, one, slugOf(one.slug)));
      sent.push(...deliveries);
      await arriveTogether(site, deliveries);
    },

    async repeat(which: number): Promise<void> {
      const again = sent[which % Math.max(1, sent.length)];
      if (again) expect((await site.deliver(again)).status).toBe(200);
    },

    /** Makes an entry, with an article's id or with none. @returns its documentId */
    async make(values: Values, article: number | null, slug: string): Promise<string> {
      const id = article === null ? {} : { [place.id]: idOf(article) };
      const data = { ...dataOf(values), ...id, [place.slug]: slugOf(slug) };
      return (await documents().create({ data, ...locale })).documentId;
    },

    async write(documentId: string, values: Partial<Values>): Promise<void> {
      await documents().update({ documentId, ...locale, data: dataOf(values) });
    },

    /** Does something to an entry. */
    async act(documentId: string, action: Done): Promise<void> {
      await documents()[action]({ documentId, ...locale });
    },

    /** The ids of articles and the entries that the receiver has for them. */
    streams: (): Promise<{ articleId: string; documentId: string | null }[]> =>
      site.strapi.db
        .query('plugin::article-receiver.stream')
        .findMany({ select: ['articleId', 'documentId'] }),

    /** Why deliveries of an article wait. */
    async waiting(article: number): Promise<string[]> {
      const all = await admin.deliveriesOf(idOf(article));
      return all
        .filter(({ state }) => !['applied', 'superseded'].includes(state))
        .map(({ state, reasonCode }) => `${state} ${reasonCode}`);
    },

    /** The fields for which something is offered. */
    async offered(documentId: string): Promise<ShownField[]> {
      const names = await offeredFields(site, documentId);
      return names.flatMap((name) => SHOWN.filter((field) => place.fields[field] === name));
    },
  };
}
