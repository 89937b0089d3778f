import type { Core } from '@strapi/types';
import type { DeadLink } from '../../../../shared/articles/links';
import { addressOfArticle, type ArticleUrl } from '../../config/article-url';
import { languageField, mappingOf } from '../../entries/mapping-of';
import { entryRows, textIn } from '../../strapi/entries';
import type { AskingStream } from '../../ledger/streams/links';
import { ledgerOf } from '../../ledger/ledger';
import { plainAddress, type ArticleLink } from '../../projection/addresses/relink';
import { findRedirects } from './redirects';

/** Slugs, or documents, that are looked up at a time. */
const BATCH = 500;

/** A version of an article, by where it is on the front end. */
interface Version {
  documentId: string;
  slug: string;
  isPublished: boolean;
  /** Null where it has none. */
  address: string | null;
}

/** Why a link leads nowhere; null for one that leads to an article. */
export type JudgeLink = (link: ArticleLink) => DeadLink | null;

/**
 * Looks up where some links lead: in as many statements for one as for hundreds, and a few more for
 * thousands.
 */
export async function judgeLinks(
  strapi: Core.Strapi,
  articleUrl: ArticleUrl,
  links: readonly ArticleLink[],
): Promise<JudgeLink> {
  const lookUp = versionsIn(strapi, articleUrl);
  const slugs = [...new Set(links.map(({ slug }) => slug))];
  const versions = await inBatches(slugs, (some) => lookUp('slug', some));
  const reached = new Set(versions.flatMap((one) => (one.isPublished ? (one.address ?? []) : [])));
  const lost = links.filter(({ url }) => !reached.has(url));
  if (lost.length > 0) {
    for (const address of await formerAddresses(strapi, articleUrl)) reached.add(address);
  }
  const dead = lost.filter(({ url }) => !reached.has(url)).map(({ slug }) => slug);
  const asking = await inBatches([...new Set(dead)], (some) => ledgerOf(strapi).links.asking(some));
  const ids = [...new Set(asking.map(({ documentId }) => documentId))];
  const theirs = await inBatches(ids, (some) => lookUp('documentId', some));
  const bySlug = groupedBy(versions, ({ slug }) => slug);
  const byDocument = groupedBy(theirs, ({ documentId }) => documentId);
  const bySlugAsked = groupedBy(asking, ({ slug }) => slug);
  return ({ slug, url }) => {
    if (reached.has(url)) return null;
    const askers = bySlugAsked.get(slug) ?? [];
    const there = askers.flatMap(({ documentId }) => byDocument.get(documentId) ?? []);
    const found = [...(bySlug.get(slug) ?? []), ...there];
    return { url, slug, ...reasonOf(found, askers) };
  };
}

function reasonOf(
  found: readonly Version[],
  askers: readonly AskingStream[],
): Pick<DeadLink, 'reason' | 'address'> {
  const there = found.find(({ isPublished, address }) => isPublished && address !== null);
  if (there) return { reason: 'elsewhere', address: there.address };
  const isOffline = askers.some(
    ({ publishedEffect, documentId }) =>
      publishedEffect === 'unpublish' && found.some((one) => one.documentId === documentId),
  );
  if (isOffline) return { reason: 'offline', address: null };
  if (found.length > 0) return { reason: 'unpublished', address: null };
  return { reason: askers.length > 0 ? 'deleted' : 'missing', address: null };
}

/** Finds versions of the site's articles by their slug or document. */
function versionsIn(strapi: Core.Strapi, articleUrl: ArticleUrl) {
  const target = mappingOf(strapi);
  const { uid, slug, draftAndPublish } = target;
  const language = languageField(target);
  return async (by: 'slug' | 'documentId', values: readonly string[]): Promise<Version[]> => {
    const field = by === 'slug' ? slug : by;
    if (slug === null || field === null) return [];
    const rows = await entryRows(strapi, uid).findMany({
      select: [slug, ...(language === null ? [] : [language])].concat(
        draftAndPublish ? ['publishedAt'] : [],
      ),
      where: { [field]: { $in: values } },
    });
    return rows.map((row) => {
      const own = textIn(row, slug) ?? '';
      const address = addressOfArticle(articleUrl, { slug: own, language: textIn(row, language) });
      return {
        documentId: row.documentId,
        slug: own,
        isPublished: !draftAndPublish || Boolean(row.publishedAt),
        address: address && plainAddress(address),
      };
    });
  };
}

/** Where published articles were before: those addresses lead on. */
async function formerAddresses(strapi: Core.Strapi, articleUrl: ArticleUrl): Promise<string[]> {
  const { redirects } = await findRedirects(strapi);
  return redirects.flatMap(({ from, language }) => {
    const address = addressOfArticle(articleUrl, { slug: from, language });
    return address === null ? [] : [plainAddress(address)];
  });
}

async function inBatches<Found>(
  values: readonly string[],
  find: (some: readonly string[]) => Promise<Found[]>,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let at = 0; at < values.length; at += BATCH) {
    found.push(...(await find(values.slice(at, at + BATCH))));
  }
  return found;
}

function groupedBy<One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> {
  const groups = new Map<string, One[]>();
  for (const one of all) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}
