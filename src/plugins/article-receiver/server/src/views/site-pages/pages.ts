import type { Core } from '@strapi/types';
import type { ArticlePage, PagesSummary, WrongPages } from '../../../../shared/articles/pages';
import { optionsOf } from '../../config/site-options';
import type { PageRow } from '../../ledger/pages/pages';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { titlesFor } from '../../entries/article-titles';
import type { MayField } from '../../entries/readable';

const iso = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString();

/** What is known of an article's page; null where nobody looks at it. */
export async function pageOfArticle(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<ArticlePage | null> {
  if (!optionsOf(strapi).checks.enabled) return null;
  const page = (await ledgerOf(strapi).pages.of([streamKey])).get(streamKey);
  return page ? shownPage(page) : null;
}

function shownPage({ url, dueAt, checkedAt, issues, isWrong }: PageRow): ArticlePage | null {
  if (url === null) return null;
  // What was published before anybody looked at pages never is.
  if (dueAt === null && checkedAt === null) return null;
  const isRight = issues?.length === 0;
  return {
    address: url,
    state: isWrong ? 'wrong' : isRight ? 'right' : 'waiting',
    checkedAt: iso(checkedAt),
    nextAt: iso(dueAt),
    isDue: dueAt !== null && dueAt <= Date.now(),
    issues: isWrong ? (issues ?? []) : [],
  };
}

/** Pages that one page of the list looks at. */
const LOOKED_AT = 500;

/** With which of some entries, and their fields, whoever asks may do something. */
interface Access {
  allowed(action: 'read' | 'update', documents: readonly StreamDocument[]): Promise<Set<string>>;
  fieldsOf(action: 'read', documents: readonly StreamDocument[]): Promise<MayField>;
}

/**
 * Articles with whose page something is wrong. A page of the list looks at so many of them: it may show
 * few that whoever asks may read, or none, and still have a next one.
 */
export async function wrongPagesFor(
  strapi: Core.Strapi,
  { allowed, fieldsOf }: Access,
  { before, pageSize }: { before: number | null; pageSize: number },
): Promise<WrongPages> {
  const ledger = ledgerOf(strapi);
  if (!optionsOf(strapi).checks.enabled) return { results: [], next: null };
  const rows = await ledger.pages.wrong({ before, limit: LOOKED_AT });
  const documents = await ledger.documents.of(rows.map(({ streamKey }) => streamKey));
  const readable = await allowed('read', [...documents.values()]);
  const all = rows.flatMap((row) => {
    const document = documents.get(row.streamKey);
    const page = shownPage(row);
    return document && page && readable.has(document.documentId)
      ? [{ id: row.id, document, page }]
      : [];
  });
  const shown = all.slice(0, pageSize);
  const theirs = shown.map(({ document }) => document);
  const titles = await titlesFor(strapi, theirs, await fieldsOf('read', theirs));
  const changeable = await allowed('update', theirs);
  const isCut = all.length > shown.length;
  const isOver = !isCut && rows.length < LOOKED_AT;
  const last = isCut ? shown.at(-1) : rows.at(-1);
  return {
    results: shown.map(({ document: { documentId, contentType, locale }, page }) => ({
      documentId,
      contentType,
      locale,
      title: titles.get(documentId) ?? null,
      page,
      mayLookAgain: changeable.has(documentId),
    })),
    next: isOver ? null : (last?.id ?? null),
  };
}

/** How all pages are, as far as somebody looks at them; null where nobody does and nobody is told of them. */
export async function pagesSummary(strapi: Core.Strapi): Promise<PagesSummary | null> {
  const ledger = ledgerOf(strapi);
  const { checks, indexNow } = optionsOf(strapi);
  if (!checks.enabled && indexNow.key === undefined) return null;
  const { wrong, waiting } = await ledger.pages.count();
  return {
    wrong: checks.enabled ? wrong : 0,
    waiting,
    indexNow:
      indexNow.key === undefined
        ? null
        : {
            waiting: await ledger.announcements.count(),
            refused: await ledger.indexNow.refusalOf(indexNow),
          },
  };
}
