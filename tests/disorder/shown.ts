import type { Core } from '@strapi/strapi';
import type { WireDelivery } from '../support/feed/deliveries';
import { withoutArticleNames } from '../support/articles/stored-names';

const uid = (name: string) => `plugin::article-receiver.${name}` as const;

/** What differs between two runs of the same history without meaning anything. */
const INCIDENTAL = new Set(
  'id documentId createdAt updatedAt publishedAt createdBy updatedBy locale localizations'.split(
    ' ',
  ),
);

type Json = unknown;

/** A value without incidental fields, and without the name of the run and of files' first articles in any text. */
function essence(value: Json, run: string): Json {
  if (typeof value === 'string') return withoutArticleNames(value.replaceAll(run, 'RUN'));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (Array.isArray(value)) return value.map((entry) => essence(entry, run));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !INCIDENTAL.has(name))
      .map(([name, entry]) => [name, essence(entry, run)]),
  );
}

/** By their names as they are written: to MariaDB, `Café` and `cafe` are the same. */
const byName = <Row extends object>(rows: Row[], name: keyof Row): Row[] =>
  rows.sort((a, b) => (String(a[name]) < String(b[name]) ? -1 : 1));

/** Files by what their bytes are called by. */
const inOrder = (files: { hash: string }[]) =>
  files.sort((a, b) => a.hash.slice(-16).localeCompare(b.hash.slice(-16)));

/** A version of an article, of the plugin's own type or of the site's. */
interface Version extends Record<string, Json> {
  slug?: string;
}

/** All versions of a run's articles, and the deliveries that they are from. */
interface All {
  bodies: readonly WireDelivery[];
  drafts: readonly Version[];
  published: readonly Version[];
}

/**
 * Versions without the former slugs that an article has which the service had published and took offline:
 * projected one by one, its deliveries had it online in between, together they never had. Readers who saw it
 * are led to it, others to the article that had the slug before.
 */
function withoutUnsure(
  { bodies, drafts, published }: All,
  versions: readonly Version[],
): Version[] {
  const idOf = ({ sourceId, feedId }: Version) => String(sourceId ?? feedId);
  const live = new Set(published.map(idOf));
  const said = bodies.filter(({ article }) => /^published$/i.test(article.status ?? ''));
  const onceOnline = new Set(said.map(({ article }) => article.id));
  const offline = drafts.filter((one) => onceOnline.has(idOf(one)) && !live.has(idOf(one)));
  const unsure = new Set(offline.map(({ slug }) => slug));
  const sure = (slugs: Json) =>
    Array.isArray(slugs) ? slugs.filter((slug: string) => !unsure.has(slug)) : slugs;
  return versions.map((version) =>
    Object.fromEntries(
      Object.entries(version).map(([name, value]) => [
        name,
        name === 'previousSlugs' || name === 'formerSlugs' ? sure(value) : value,
      ]),
    ),
  );
}

/**
 * The whole of a run's content: articles, draft and published, and all they refer to.
 * @param bodies what was delivered in the run, where it is compared with a run in which the same was projected
 *   at other times; else nothing is left out.
 */
export async function shownBy(
  strapi: Core.Strapi,
  run: string,
  bodies: readonly WireDelivery[] = [],
): Promise<Json> {
  const articles = async (status: 'draft' | 'published'): Promise<Version[]> =>
    strapi.documents(uid('article') as never).findMany({
      filters: { sourceId: { $startsWith: `art_${run}_` } },
      sort: 'sourceId',
      status,
      populate: {
        heroImage: { fields: ['name', 'hash', 'url', 'alternativeText', 'caption'] },
        images: { populate: { file: { fields: ['name', 'hash', 'url', 'alternativeText'] } } },
        tags: true,
        campaign: true,
      },
    } as never);
  const named = { where: { name: { $contains: run } } } as const;
  const all = { bodies, drafts: await articles('draft'), published: await articles('published') };
  return essence(
    {
      draft: withoutUnsure(all, all.drafts),
      published: withoutUnsure(all, all.published),
      campaigns: await strapi.db
        .query(uid('campaign'))
        .findMany({ where: { sourceId: `cmp_${run}` } }),
      tags: byName(await strapi.db.query(uid('tag')).findMany(named), 'name'),
      files: inOrder(
        await strapi.db.query('plugin::upload.file').findMany({
          where: named.where,
          select: ['name', 'hash', 'url', 'alternativeText', 'caption', 'size'],
        }),
      ),
    },
    run,
  );
}

/** Blocks repeat the name that a file had when they were written. */
function withoutBlockNames(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value, (key, image: Json) =>
      key === 'image' && image !== null ? { ...image, name: null } : image,
    ),
  ) as Json;
}

/** The same of a site whose articles go into its own posts. */
export async function postsShownBy(
  strapi: Core.Strapi,
  run: string,
  bodies: readonly WireDelivery[] = [],
): Promise<Json> {
  const versions: { locale: string; status: 'draft' | 'published'; found: Version[] }[] = [];
  for (const locale of ['en', 'de']) {
    for (const status of ['draft', 'published'] as const) {
      const found: Version[] = await strapi.documents('api::post.post' as never).findMany({
        filters: { feedId: { $startsWith: `art_${run}_` } },
        sort: 'feedId',
        status,
        locale,
        populate: {
          cover: { fields: ['name', 'hash', 'url', 'alternativeText', 'caption'] },
          labels: true,
          category: true,
          author: true,
          seo: true,
        },
      } as never);
      versions.push({ locale, status, found });
    }
  }
  const named = { where: { label: { $contains: run } } } as const;
  const labels = byName(await strapi.db.query('api::label.label').findMany(named), 'label');
  const of = (wanted: string) =>
    versions.flatMap(({ status, found }) => (status === wanted ? found : []));
  const all = { bodies, drafts: of('draft'), published: of('published') };
  const sure = versions.map(({ found, ...rest }) =>
    withoutBlockNames({ ...rest, found: withoutUnsure(all, found) }),
  );
  return essence({ versions: sure, labels }, run);
}
