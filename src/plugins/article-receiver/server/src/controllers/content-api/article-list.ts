import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { PLUGIN_ID } from '../../../../shared/plugin-id';
import { addressOfArticle } from '../../config/article-url';
import { articleUrlOf, optionsOf } from '../../config/site-options';
import { languageField, mappingOf } from '../../entries/mapping-of';
import { listHead, listLine } from '../../projection/addresses/article-list';
import type { Mapping } from '../../mapping/model/mapping';
import { entryRows, textIn, type EntryRow } from '../../strapi/entries';
import { shownField } from '../../strapi/schemas';
import { sendText } from './send-text';

/** Articles that are read at a time. */
const PAGE_SIZE = 500;

interface Listed {
  documentId: string;
  title: string;
  slug: string;
  description: string | null;
  language: string | null;
  hasLlmsTxt: boolean;
}

interface Addresses {
  /** An address of the site that visitors know, for its name; null where only articles say it. */
  site: string | null;
  /** Null for an article that has none. */
  of(article: Listed): string | null;
}

/** Where a language model finds each article; null when nobody said under what address that is. */
function addressesOf(strapi: Core.Strapi, { fields, missingLocale }: Mapping): Addresses | null {
  const articleUrl = optionsOf(strapi).llmsTxt.articleUrl ?? articleUrlOf(strapi);
  if (articleUrl) {
    return {
      site: addressOfArticle(articleUrl, { slug: 'slug', language: 'en' }),
      of: (article) => addressOfArticle(articleUrl, article),
    };
  }
  const site = strapi.config.get<string | undefined>('server.url') ?? '';
  if (!/^https?:\/\//.test(site)) return null;
  const prefix = strapi.config.get<string>('api.rest.prefix', '/api').replace(/\/+$/, '');
  const articles = `${site.replace(/\/+$/, '')}${prefix}/${PLUGIN_ID}/articles`;
  const inLocale = ({ language }: Listed) =>
    missingLocale === null || language === null ? '' : `?locale=${encodeURIComponent(language)}`;
  const pathOf = ({ documentId, slug, hasLlmsTxt }: Listed) => {
    if (hasLlmsTxt) return `${encodeURIComponent(slug)}/llms.txt`;
    // The plugin's own list of single entries shows the plugin's own type only.
    return fields === null ? encodeURIComponent(documentId) : null;
  };
  return {
    site,
    of: (article) => {
      const path = pathOf(article);
      return path === null ? null : `${articles}/${path}${inLocale(article)}`;
    },
  };
}

/** The newest published articles first. Publishing makes a new row, so its number says when. */
async function* pages(strapi: Core.Strapi, mapping: Mapping): AsyncGenerator<Listed[]> {
  const { uid, slug } = mapping;
  if (slug === null) return;
  const shown = (field: string | null) => shownField(strapi, uid, field);
  const [title, description] = [shown(mapping.title), shown(mapping.description)];
  const llmsTxt = shown(mapping.llmsTxt);
  const articles = entryRows(strapi, uid);
  const language = languageField(mapping);
  const published = mapping.draftAndPublish ? { publishedAt: { $notNull: true } } : {};
  for (let before: number | null = null; ;) {
    const rows: EntryRow[] = await articles.findMany({
      select: [title, slug, description, language].filter((field) => field !== null),
      where: { ...published, ...(before === null ? {} : { id: { $lt: before } }) },
      orderBy: { id: 'desc' },
      limit: PAGE_SIZE,
    });
    const last = rows.at(-1);
    if (!last) return;
    const withFile = llmsTxt === null ? new Set() : await withLlmsTxt(strapi, uid, llmsTxt, rows);
    yield rows.map((row) => ({
      documentId: row.documentId,
      title: titleIn(row, title) ?? textIn(row, slug) ?? '',
      slug: textIn(row, slug) ?? '',
      description: description === null ? null : (textIn(row, description) ?? ''),
      language: textIn(row, language) || null,
      hasLlmsTxt: withFile.has(row.id),
    }));
    before = last.id;
  }
}

/**
 * What an article is called, unless that is nothing that could be read. Where the mapping makes titles of others,
 * or they are private, no field is known as the title.
 */
function titleIn(row: EntryRow, field: string | null): string | null {
  const title = textIn(row, field);
  return title?.trim() ? title : null;
}

/** The rows that have a file. The files themselves would be megabytes. */
async function withLlmsTxt(
  strapi: Core.Strapi,
  uid: string,
  field: string,
  rows: readonly EntryRow[],
) {
  const files = await entryRows(strapi, uid).findMany({
    select: ['id'],
    where: { id: { $in: rows.map(({ id }) => id) }, [field]: { $notNull: true, $ne: '' } },
  });
  return new Set(files.map(({ id }) => id));
}

/** `GET /llms.txt`: the published articles, for language models (https://llmstxt.org). */
export async function sendArticleList(strapi: Core.Strapi, ctx: Context): Promise<void> {
  const mapping = mappingOf(strapi);
  const addresses = addressesOf(strapi, mapping);
  if (!addresses) {
    return void ctx.notFound(
      "there is no llms.txt, because the site's public address is not set: set server.url, or the plugin's option articleUrl",
    );
  }
  const { title, description } = optionsOf(strapi).llmsTxt;
  const lines: string[] = [];
  let { site } = addresses;
  for await (const articles of pages(strapi, mapping)) {
    for (const article of articles) {
      const url = addresses.of(article);
      if (url === null || article.slug === '') continue;
      lines.push(listLine({ ...article, url }));
      // A site's function may have addresses for some languages only.
      site ??= url;
    }
  }
  const name = site === null ? 'Articles' : new URL(site).host;
  const head = listHead({ title: title ?? name, description });
  sendText(ctx, 'text/plain; charset=utf-8', head + lines.join(''));
}
