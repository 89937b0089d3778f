import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { DeadLink, DeadLinkPage } from '../../../../shared/links';
import { articleUrlOf } from '../../config/site-options';
import { readDrafts } from '../../entries/read-entry';
import { mappingOf } from '../../entries/mapping-of';
import type { LinkingStream } from '../../ledger/streams/links';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { titlesIn } from '../../entries/article-titles';
import { addressesIn } from '../../text/addresses/addresses';
import { judgeLinks } from './linked-articles';

/** Articles with links that one page looks at. */
const LOOKED_AT = 500;

/** Drafts that are read at a time. */
const BATCH = 50;

type Linking = Pick<LinkingStream, 'document' | 'links'>;

/** Those of some entries that whoever asks may read, by documentId. */
type Readable = (documents: readonly StreamDocument[]) => Promise<Set<string>>;

/**
 * Articles with links that lead to no published article, as things stand now. A page looks at so
 * many articles with links: it may show few of them, or none, and still have a next one.
 */
export async function deadLinksFor(
  strapi: Core.Strapi,
  readable: Readable,
  { before, pageSize }: { before: number | null; pageSize: number },
): Promise<DeadLinkPage> {
  const { uid } = mappingOf(strapi);
  const linking = await ledgerOf(strapi).links.onType(uid, { before, limit: LOOKED_AT });
  const dead = await findDead(strapi, linking);
  const concerned = linking.filter(({ document }) => dead.has(document.documentId));
  const mayRead = await readable(concerned.map(({ document }) => document));
  const all = concerned.filter(({ document }) => mayRead.has(document.documentId));
  const shown = all.slice(0, pageSize);
  const documents = shown.map(({ document }) => document);
  const titles = await titlesIn(strapi, documents);
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

/** The links of one article that lead to no published article. */
export async function deadLinksIn(
  strapi: Core.Strapi,
  document: StreamDocument,
): Promise<DeadLink[]> {
  if (document.contentType !== mappingOf(strapi).uid) return [];
  const links = await ledgerOf(strapi).links.inEntry(document);
  return (await findDead(strapi, [{ document, links }])).get(document.documentId) ?? [];
}

/** The links that lead nowhere, by the article that they are in, but for articles with none. */
async function findDead(
  strapi: Core.Strapi,
  linking: readonly Linking[],
): Promise<Map<string, DeadLink[]>> {
  const articleUrl = articleUrlOf(strapi);
  const links = linking.flatMap((one) => one.links);
  if (!articleUrl || links.length === 0) return new Map();
  const judge = await judgeLinks(strapi, articleUrl, links);
  const judged = linking.map(({ document, links: own }) => ({
    document,
    dead: own.flatMap((link) => judge(link) ?? []),
  }));
  return stillThere(
    strapi,
    judged.filter(({ dead }) => dead.length > 0),
  );
}

interface Judged {
  document: StreamDocument;
  dead: DeadLink[];
}

/** What an editor took out of the draft is nothing to report. */
async function stillThere(
  strapi: Core.Strapi,
  judged: readonly Judged[],
): Promise<Map<string, DeadLink[]>> {
  const mapping = mappingOf(strapi);
  const found = new Map<string, DeadLink[]>();
  for (const locale of new Set(judged.map(({ document }) => document.locale))) {
    const here = judged.filter(({ document }) => document.locale === locale);
    for (let at = 0; at < here.length; at += BATCH) {
      const some = here.slice(at, at + BATCH);
      const ids = some.map(({ document }) => document.documentId);
      const drafts = await readDrafts(strapi, { mapping, locale }, ids);
      for (const [documentId, left] of await linksLeft(drafts, some)) found.set(documentId, left);
    }
  }
  return found;
}

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
