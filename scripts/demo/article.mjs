import { requestJson } from './http.mjs';

/**
 * An article as an editor sees it, with what the demo compares.
 * @typedef {object} Article
 * @property {string} documentId
 * @property {string} title
 * @property {string} slug
 * @property {string} status draft, modified or published
 * @property {{ count: number }} [images]
 */

const ARTICLE = 'plugin::article-receiver.article';

/** Values that change with every write, and say nothing to a reader. */
const BOOKKEEPING = /^(id|status|.*At|.*By|localizations|locale)$/;

/**
 * The draft of one article, or nothing.
 * @param {string} url
 * @param {string} jwt
 * @param {string} sourceId
 * @returns {Promise<Article | undefined>}
 */
export async function readArticle(url, jwt, sourceId) {
  const query = new URLSearchParams({ 'filters[sourceId][$eq]': sourceId, status: 'draft' });
  const list = `${url}/content-manager/collection-types/${ARTICLE}?${query}`;
  /** @type {{ results: Article[] }} */
  const { results } = await requestJson(list, { jwt });
  return results[0];
}

/**
 * What one delivery did to its article, in words.
 * @param {Article | undefined} before
 * @param {Article | undefined} after
 */
export function describeChange(before, after) {
  if (!after) return 'no article';
  const publication = publicationChange(before?.status, after.status);
  if (!before) {
    const images = after.images?.count ?? 0;
    return [`new article, ${images} ${images === 1 ? 'image' : 'images'}`, publication]
      .filter(Boolean)
      .join(', ');
  }
  /** @type {Map<string, unknown>} */
  const old = new Map(Object.entries(before));
  const fields = Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)))
    .map(([name]) => name)
    .filter((name) => !BOOKKEEPING.test(name));
  const changes = fields.length > 0 ? `changed ${fields.join(', ')}` : '';
  return [publication, changes].filter(Boolean).join(', ') || 'nothing changed';
}

/**
 * @param {string | undefined} before
 * @param {string} after
 */
function publicationChange(before, after) {
  const was = before !== undefined && before !== 'draft';
  const is = after !== 'draft';
  if (was === is) return '';
  return is ? 'published' : 'unpublished';
}
