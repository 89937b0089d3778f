import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Site } from '../../support/site/site';
import { ARTICLE, POST } from './reboot-settings';

type Fields = Record<string, unknown>;

/** One entry: its draft and what is public of it. */
export interface Document {
  documentId: string;
  locale: string | null;
  of: string | null;
  slug: string;
  draft: Fields | null;
  published: Fields | null;
}

const POPULATE: Record<string, object> = {
  [ARTICLE]: { tags: true, campaign: true, heroImage: true, images: true },
  [POST]: {
    ...{ category: true, labels: true, author: true, cover: true, takeaways: true },
    seo: true,
  },
};
const INCIDENTAL = new Set(
  'id documentId createdAt updatedAt publishedAt createdBy updatedBy locale localizations needsAttention'.split(
    ' ',
  ),
);

interface Row extends Fields {
  documentId: string;
  publishedAt: unknown;
  slug: string;
  locale: string | null;
}

const NAMES = ['label', 'hash', 'digest', 'name'];

/** Of what an entry leads to, the name; of its own parts, what is in them. */
function essence(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(essence);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const own = value as Fields;
  const name = NAMES.find((one) => typeof own[one] === 'string');
  if (name && own.documentId) return own[name];
  return bare(own);
}

const bare = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !INCIDENTAL.has(name))
      .map(([name, value]) => [name, essence(value)]),
  );

/** All entries of a type, in the order in which they were made. */
export async function documentsOf(site: Site, uid: string): Promise<Document[]> {
  const rows = (await site.strapi.db
    .query(uid)
    .findMany({ populate: POPULATE[uid], orderBy: { id: 'asc' } })) as Row[];
  const found = new Map<string, Document>();
  for (const row of rows) {
    const { documentId, slug, locale } = row;
    const key = `${documentId} ${locale}`;
    const one = found.get(key) ?? {
      ...{ documentId, slug, locale, draft: null, published: null },
      of: (row.feedId ?? row.sourceId ?? null) as string | null,
    };
    if (one[row.publishedAt ? 'published' : 'draft'])
      throw new Error(`${documentId} is there twice`);
    found.set(key, { ...one, [row.publishedAt ? 'published' : 'draft']: bare(row) });
  }
  return [...found.values()];
}

/** The text in a field of an entry, or of one of its components. */
export function valueAt(fields: Fields | null, path: string): string | null {
  const [field = '', part] = path.split('.');
  const value = part ? (fields?.[field] as Fields | null)?.[part] : fields?.[field];
  return (value ?? null) as string | null;
}

export const NOTHING_DOUBLED = {
  ...{ categories: [], labels: [], authors: [], tags: [], campaigns: [], files: [] },
  ...{ dangling: [], missing: [] },
};

/** What is there more than once, of what there is to be one each; files that are nobody's, and those that lack. */
export async function doubledOf(site: Site): Promise<object> {
  const names = async (uid: string, field: string, where = {}): Promise<string[]> => {
    const rows = (await site.strapi.db.query(uid).findMany({ where })) as Fields[];
    return rows.map((row) => [row[field], row.locale].join(' ')).sort();
  };
  const twice = (all: string[]) => all.filter((one, index) => all.indexOf(one) !== index);
  const plugin = (name: string) => `plugin::article-receiver.${name}`;
  const files = (await site.strapi.db.query('plugin::upload.file').findMany({})) as {
    hash: string;
    url: string;
    formats: Record<string, { url: string }> | null;
  }[];
  const known = files.flatMap(({ url, formats }) => [
    url,
    ...Object.values(formats ?? {}).map((format) => format.url),
  ]);
  const stored = (await readdir(join(site.directory, 'public', 'uploads'))).map(
    (name) => `/uploads/${name}`,
  );
  return {
    categories: twice(await names('api::category.category', 'name')),
    labels: twice(await names('api::label.label', 'label')),
    authors: twice(await names('api::author.author', 'name', { publishedAt: null })),
    tags: twice(await names(plugin('tag'), 'name')),
    campaigns: twice(await names(plugin('campaign'), 'name')),
    files: twice(files.map(({ hash }) => hash.slice(-16)).sort()),
    dangling: stored.filter((one) => !known.includes(one)),
    missing: known.filter((one) => !stored.includes(one)),
  };
}
