import type { Core } from '@strapi/types';
import type { Given } from '../../database/columns';
import { languageField, mappingOf } from '../../entries/mapping-of';
import { entryRows, textIn } from '../../strapi/entries';
import { storedType } from '../../strapi/metadata';
import {
  formerSlugs,
  redirectsOf,
  slugKey,
  type MovedArticle,
  type PlacedRedirect,
} from '../../projection/addresses/redirects';

/** Slugs that are looked up at a time. */
const BATCH = 500;

interface Places {
  uid: string;
  slug: string;
  previousSlugs: string;
  draftAndPublish: boolean;
  /** The field that has the language: the locale, the plugin's own `language`, or none. */
  language: string | null;
  isLocalized: boolean;
}

interface Found {
  redirects: PlacedRedirect[];
  /** Articles with slugs that others had before, or they themselves. */
  present: { slug: string; locale: string | null; language: string | null }[];
}

/** All redirects of published articles, the latest published first. */
export async function findRedirects(strapi: Core.Strapi): Promise<Found> {
  const target = mappingOf(strapi);
  const { uid, slug, previousSlugs, draftAndPublish } = target;
  if (slug === null || previousSlugs === null) return { redirects: [], present: [] };
  const isLocalized = target.missingLocale !== null;
  const language = languageField(target);
  const places: Places = { uid, slug, previousSlugs, draftAndPublish, language, isLocalized };
  const moved = await movedArticles(strapi, places);
  const present = await presentSlugs(strapi, places, moved);
  const keys = new Set(present.map((article) => slugKey(article, article.slug)));
  return { redirects: redirectsOf(moved, keys), present };
}

/** The published articles that had another slug. The others are not read: they are most of them. */
async function movedArticles(strapi: Core.Strapi, places: Places): Promise<MovedArticle[]> {
  const { uid, slug, previousSlugs, draftAndPublish, language, isLocalized } = places;
  const { tableName, attributes } = storedType(strapi, uid);
  const column = (field: string): string => attributes[field]?.columnName ?? field;
  const text = strapi.db.dialect.client === 'mysql' ? 'char' : 'text';
  const query = strapi.db
    .getConnection(tableName)
    .whereNotNull(column(previousSlugs))
    .whereRaw(`cast(?? as ${text}) not in ('[]', 'null', '')`, [column(previousSlugs)])
    .orderBy('id', 'desc');
  if (draftAndPublish) void query.whereNotNull('published_at');
  const rows: Given[] = await query.select(
    ...[slug, previousSlugs, ...(language === null ? [] : [language])].map(column),
  );
  return rows.map((row) => {
    const said = language === null ? null : textIn(row, column(language));
    const before = row[column(previousSlugs)];
    return {
      slug: String(row[column(slug)] ?? ''),
      previousSlugs: typeof before === 'string' ? parsed(before) : before,
      locale: isLocalized ? said : null,
      language: said,
    };
  });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

/** Of the former slugs, those that a published article has now. */
async function presentSlugs(
  strapi: Core.Strapi,
  { uid, slug, draftAndPublish, language, isLocalized }: Places,
  moved: readonly MovedArticle[],
): Promise<Found['present']> {
  const former = [...new Set(moved.flatMap((article) => formerSlugs(article)))];
  const present: Found['present'] = [];
  for (let at = 0; at < former.length; at += BATCH) {
    const rows = await entryRows(strapi, uid).findMany({
      select: [slug, ...(language === null ? [] : [language])],
      where: {
        [slug]: { $in: former.slice(at, at + BATCH) },
        ...(draftAndPublish ? { publishedAt: { $notNull: true } } : {}),
      },
    });
    for (const row of rows) {
      const said = language === null ? null : textIn(row, language);
      present.push({ slug: String(row[slug]), locale: isLocalized ? said : null, language: said });
    }
  }
  return present;
}
