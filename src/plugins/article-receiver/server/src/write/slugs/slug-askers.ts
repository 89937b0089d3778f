import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import { optionsOf } from '../../config/site-options';
import { UIDS } from '../../content-types/uids';
import { fromJson, having } from '../../database/columns';
import type { TABLES } from '../../database/tables';
import type { RowOf } from '../../database/rows';
import type { Claimant } from '../../projection/addresses/assign-slugs';
import { numberedStart } from '../../projection/addresses/slug';
import { wasPublished, type Spoken } from '../../projection/publication/verdicts';
import { fingerprint } from '../../projection/merge/fingerprint';
import { inLocale, type EntryPlace } from '../../entries/entry-place';
import { entryRows, type EntryRow } from '../../strapi/entries';

/** An article of the feed, with the slug that it asks for and the one that it has. */
export interface Asker extends Claimant {
  documentId: string;
  /** What the feed asks for. */
  desired: string;
  /** What its draft has. */
  slug: string;
  /** Nobody knows its address yet, and no editor chose it: it may have another slug. */
  isMovable: boolean;
}

const STREAM_FIELDS = [
  'streamKey',
  'articleId',
  'documentId',
  'slug',
  'base',
  'publishedFingerprint',
  'targetUid',
  'locale',
] as const;

type StreamRow = Pick<RowOf<typeof TABLES.stream>, (typeof STREAM_FIELDS)[number]> & {
  documentId: string;
  slug: string;
};

/** The articles of the feed that ask for a slug. */
export const askersFor = (strapi: Core.Strapi, place: EntryPlace, slug: string): Promise<Asker[]> =>
  askersWhere(strapi, place, { slug });

/** The article of the feed, other than one's own, that has a slug; null when none of them has. */
export async function askerWith(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  own: string | null,
): Promise<Asker | null> {
  const { uid, slug: field } = place.mapping;
  if (field === null) return null;
  const others = own === null ? {} : { documentId: { $ne: own } };
  const entries = await entryRows(strapi, uid).findMany({
    select: [],
    where: { [field]: slug, ...others, ...inLocale(place) },
  });
  const ids = [...new Set(entries.map(({ documentId }) => documentId))];
  if (ids.length !== 1) return null;
  const [asker, ...more] = await askersWhere(strapi, place, { documentId: { $in: ids } });
  return more.length === 0 ? (asker ?? null) : null;
}

/** The numbered forms of a slug that somebody else has, or that an article asks for as they are. */
export async function numberedSlugsGone(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  own: readonly string[],
): Promise<Set<string>> {
  const { uid, slug: field, longestSlug } = place.mapping;
  if (field === null) return new Set();
  const numbered = { $startsWith: numberedStart(slug, longestSlug) };
  const entries = await entryRows(strapi, uid).findMany({
    select: [field],
    where: { [field]: numbered, documentId: { $notIn: own }, ...inLocale(place) },
  });
  const asked = await askersWhere(strapi, place, { slug: numbered });
  return new Set([
    ...entries.map((row) => String(row[field])),
    ...asked.filter(({ isMovable }) => isMovable).map(({ desired }) => desired),
  ]);
}

async function askersWhere(strapi: Core.Strapi, place: EntryPlace, where: object) {
  const { mapping, locale } = place;
  const all = await ledgerOf(strapi).streams.all.findMany({
    select: STREAM_FIELDS,
    where: { $and: [where, { documentId: { $notNull: true }, slug: { $notNull: true } }] },
  });
  const streams = having(all, 'documentId', 'slug').filter(
    (row) => (row.targetUid ?? UIDS.article) === mapping.uid && row.locale === locale,
  );
  return streams.length === 0 ? [] : entriesOf(strapi, place, streams);
}

async function entriesOf(
  strapi: Core.Strapi,
  place: EntryPlace,
  streams: readonly StreamRow[],
): Promise<Asker[]> {
  const { uid, slug: field, draftAndPublish } = place.mapping;
  if (field === null) return [];
  const entries = await entryRows(strapi, uid).findMany({
    select: [field, ...(draftAndPublish ? ['publishedAt'] : [])],
    where: {
      documentId: { $in: streams.map(({ documentId }) => documentId) },
      ...inLocale(place),
    },
  });
  const isDraft = (row: EntryRow) => !draftAndPublish || !row.publishedAt;
  const drafts = new Map(entries.filter(isDraft).map((row) => [row.documentId, row[field]]));
  const published = new Set(entries.filter((row) => !isDraft(row)).map((row) => row.documentId));
  const said = await saidOf(
    strapi,
    streams.map(({ streamKey }) => streamKey),
  );
  return streams.flatMap((stream) => {
    const slug = drafts.get(stream.documentId);
    if (typeof slug !== 'string') return [];
    const deliveries = said.get(stream.streamKey) ?? [];
    const base = fromJson(stream.base) ?? {};
    const isKnown =
      !draftAndPublish ||
      published.has(stream.documentId) ||
      stream.publishedFingerprint !== null ||
      wasPublished(deliveries, { ...optionsOf(strapi), now: Date.now() });
    return {
      id: stream.streamKey,
      firstAt: Math.min(...deliveries.map(({ occurredAt }) => occurredAt)),
      articleId: stream.articleId,
      documentId: stream.documentId,
      desired: stream.slug,
      slug,
      isMovable: !isKnown && base[field] === fingerprint(slug),
    };
  });
}

interface SaidRow extends Spoken {
  streamKey: string;
}

/** What the service said of each article, by stream key. */
async function saidOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, SaidRow[]>> {
  const spoken = await ledgerOf(strapi).deliveries.all.findMany({
    select: ['streamKey', 'occurredAt', 'event', 'sourceStatus', 'plannedFor'],
    where: { streamKey: { $in: streamKeys }, state: { $ne: 'quarantined' } },
    orderBy: { occurredAt: 'asc' },
  });
  const said = new Map<string, SaidRow[]>();
  for (const row of having(spoken, 'streamKey')) {
    said.set(row.streamKey, [
      ...(said.get(row.streamKey) ?? []),
      { ...row, event: row.event ?? '', occurredAt: row.occurredAt ?? 0 },
    ]);
  }
  return said;
}
