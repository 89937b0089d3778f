import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { DeadLink, DeadLinkPage } from '../../../../shared/articles/links';
import { articleUrlOf } from '../../config/site-options';
import { readDrafts } from '../../entries/read-entry';
import { mappingOf } from '../../entries/mapping-of';
import type { LinkingStream } from '../../ledger/streams/links';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { titlesFor } from '../../entries/article-titles';
import type { FieldsOf, MayField } from '../../entries/readable';
import { addressesIn } from '../../text/addresses/addresses';
import { judgeLinks } from './linked-articles';

/** Articles with links that one page looks at. */
const LOOKED_AT = 500;

/** Drafts that are read at a time. */
const BATCH = 50;

type Linking = Pick<LinkingStream, 'document' | 'links'>;

/**
 * Articles with links that lead to no published article, as things stand now, in fields that whoever
 * asks may read. A page looks at so many articles with links: it may show few of them, or none, and
 * still have a next one.
 */
export async function deadLinksFor(
  strapi: Core.Strapi,
  fieldsOf: FieldsOf,
  { before, pageSize }: { before: number | null; pageSize: number },
): Promise<DeadLinkPage> {
  const { uid } = mappingOf(strapi);
  const linking = await ledgerOf(strapi).links.onType(uid, { before, limit: LOOKED_AT });
  const dead = await findDead(strapi, linking, fieldsOf);
  const all = linking.filter(({ document }) => dead.has(document.documentId));
  const shown = all.slice(0, pageSize);
  const documents = shown.map(({ document }) => document);
  const titles = await titlesFor(strapi, documents, await fieldsOf(documents));
  const isCut = all.length > shown.length;
  const last = isCut ? shown.at(-1) : linking.at(-1);
  const isOver = !isCut && linking.length < LOOKED_AT;
  return {
    results: documents.map((document) => ({
      ...document,
      title: titles.get(document.documentId) ?? null,
      links: dead.get(document.documentId) ?? [],
    })),
    next: isOver ? null : (last?.id ?? null),
  };
}

/** The links of one article that lead to no published article, in fields that whoever asks may read. */
export async function deadLinksIn(
  strapi: Core.Strapi,
  document: StreamDocument,
  mayRead: MayField,
): Promise<DeadLink[]> {
  if (document.contentType !== mappingOf(strapi).uid) return [];
  const links = await ledgerOf(strapi).links.inEntry(document);
  const dead = await findDead(strapi, [{ document, links }], () => Promise.resolve(mayRead));
  return dead.get(document.documentId) ?? [];
}

/** The links that lead nowhere, by the article that they are in, but for articles with none. */
async function findDead(
  strapi: Core.Strapi,
  linking: readonly Linking[],
  fieldsOf: FieldsOf,
): Promise<Map<string, DeadLink[]>> {
  const articleUrl = articleUrlOf(strapi);
  const links = linking.flatMap((one) => one.links);
  if (!articleUrl || links.length === 0) return new Map();
  const judge = await judgeLinks(strapi, articleUrl, links);
  const judged = linking
    .map(({ document, links: own }) => ({
      document,
      dead: own.flatMap((link) => judge(link) ?? []),
    }))
    .filter(({ dead }) => dead.length > 0);
  return stillThere(strapi, judged, await fieldsOf(judged.map(({ document }) => document)));
}

interface Judged {
  document: StreamDocument;
  dead: DeadLink[];
}

/** What an editor took out of the draft is nothing to report. */
async function stillThere(
  strapi: Core.Strapi,
  judged: readonly Judged[],
  mayRead: MayField,
): Promise<Map<string, DeadLink[]>> {
  const mapping = mappingOf(strapi);
  const found = new Map<string, DeadLink[]>();
  for (const locale of new Set(judged.map(({ document }) => document.locale))) {
    const here = judged.filter(({ document }) => document.locale === locale);
    for (let at = 0; at < here.length; at += BATCH) {
      const some = here.slice(at, at + BATCH);
      const ids = some.map(({ document }) => document.documentId);
      const drafts = await readDrafts(strapi, { mapping, locale }, ids);
      const readable = new Map(
        [...drafts].map(([documentId, draft]) => [
          documentId,
          readableOf(draft, documentId, mayRead),
        ]),
      );
      for (const [documentId, left] of await linksLeft(readable, some)) found.set(documentId, left);
    }
  }
  return found;
}

/** The part of a draft that somebody may read. */
const readableOf = (draft: object, documentId: string, mayRead: MayField): object =>
  Object.entries(draft).filter(([field]) => mayRead(documentId, field));

/**
 * The links that drafts still have, by the article that they are in, but for articles with none. Others have
 * their turn between two drafts, each of which may be megabytes long.
 */
export async function linksLeft(
  drafts: ReadonlyMap<string, unknown>,
  judged: readonly Judged[],
): Promise<[documentId: string, left: DeadLink[]][]> {
  const found: [string, DeadLink[]][] = [];
  for (const { document, dead } of judged) {
    await othersTurn();
    const text = JSON.stringify(drafts.get(document.documentId) ?? null);
    const held = addressesIn(text, dead.flatMap(waysToWrite));
    const left = dead.filter((link) => waysToWrite(link).some((written) => held.has(written)));
    if (left.length > 0) found.push([document.documentId, left]);
  }
  return found;
}

/** How a text may have an address. */
const waysToWrite = ({ url }: DeadLink): string[] => [url, url.replaceAll('&', '&amp;')];
