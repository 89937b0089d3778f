import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import { isProjection } from '../../entries/as-projection';
import { mappingOf } from '../../entries/mapping-of';
import { isRecord } from '../../../../shared/records';
import { entryRows, textIn } from '../../strapi/entries';
import { watchDocuments } from '../../strapi/watch-documents';
import { whenCommitted } from './when-committed';

/** Actions after which an article may have another slug, or none. */
const RENAMING = new Set([
  ...['create', 'clone', 'update', 'delete', 'publish', 'unpublish', 'discardDraft'],
]);

/** The slugs that an article has, in all locales: in one of its versions, and in what is published of it. */
interface OwnSlugs {
  all: readonly string[];
  published: readonly string[];
}

async function slugsIn(
  strapi: Core.Strapi,
  { uid, field, draftAndPublish }: { uid: string; field: string; draftAndPublish: boolean },
  documentId: string | undefined,
): Promise<OwnSlugs> {
  if (documentId === undefined) return { all: [], published: [] };
  const rows = await entryRows(strapi, uid).findMany({
    select: [field, ...(draftAndPublish ? ['publishedAt'] : [])],
    where: { documentId },
  });
  const slugsOf = (versions: typeof rows) => versions.flatMap((row) => textIn(row, field) ?? []);
  return {
    all: slugsOf(rows),
    published: slugsOf(rows.filter(({ publishedAt }) => Boolean(publishedAt))),
  };
}

/** The slugs that an article has now and had not before, published ones or any. */
const newSlugs = (before: OwnSlugs, now: OwnSlugs): string[] => [
  ...now.all.filter((slug) => !before.all.includes(slug)),
  ...now.published.filter((slug) => !before.published.includes(slug)),
];

/**
 * The slugs by which readers know the feed's article in an entry, and the article; null where it is none, or
 * its type keeps no earlier slugs.
 */
async function knownSlugs(
  strapi: Core.Strapi,
  documentId: string | undefined,
): Promise<{ streamKey: string; slugs: string[] } | null> {
  const { uid, slug, previousSlugs, draftAndPublish } = mappingOf(strapi);
  if (documentId === undefined || slug === null || previousSlugs === null) return null;
  const { documents } = ledgerOf(strapi);
  const streamKey = await documents.streamOf(documentId);
  const stream = streamKey === null ? undefined : (await documents.of([streamKey])).get(streamKey);
  if (streamKey === null || stream?.contentType !== uid) return null;
  const published = draftAndPublish ? { publishedAt: { $notNull: true } } : {};
  const { locale } = stream;
  const where = { documentId, ...published, ...(locale === null ? {} : { locale }) };
  const rows = await entryRows(strapi, uid).findMany({ select: [slug], where });
  return { streamKey, slugs: rows.flatMap((row) => textIn(row, slug) || []) };
}

/**
 * Notices which slugs editors take and give up, so that the articles concerned are looked at again. An address that
 * readers knew is remembered as a former one, as where the service changes it.
 * @param onChange called once that is committed.
 */
export function watchSlugs(strapi: Core.Strapi, onChange: () => Promise<void>): void {
  watchDocuments(strapi, async (act, next) => {
    const { uid, slug: field, draftAndPublish } = mappingOf(strapi);
    const isOurs = act.uid === uid && !isProjection();
    if (!isOurs || field === null || !RENAMING.has(act.action)) return next();
    const { documentId } = act.params;
    const place = { uid, field, draftAndPublish };
    const before = await slugsIn(strapi, place, documentId);
    const known = await knownSlugs(strapi, documentId);
    const result = await next();
    const made = isRecord(result) ? (textIn(result, 'documentId') ?? undefined) : undefined;
    const now = await slugsIn(strapi, place, documentId ?? made);
    const taken = newSlugs(before, now);
    const left = newSlugs(now, before);
    if (taken.length + left.length > 0) {
      const former = known?.slugs.filter((slug) => left.includes(slug)) ?? [];
      const watched = former.map((slug) => ({ slug, wasKnown: true }));
      if (known) await ledgerOf(strapi).slugs.watch(known.streamKey, watched);
      await ledgerOf(strapi).slugs.changed({ taken, left }, null);
      await whenCommitted(strapi, onChange);
    }
    return result;
  });
}
