import { UIDS } from '../../content-types/uids';
import { fromJson, toJson } from '../../database/columns';
import type { TABLES } from '../../database/tables';
import type { RowOf } from '../../database/rows';
import type { StreamMemory } from '../../projection/article/stream-memory';
import type { StreamState } from '../../projection/article/stream-state';

export const FIELDS = [
  'documentId',
  'base',
  'slug',
  'publishedSlug',
  'publishedEffect',
  'publishedFingerprint',
  'hold',
  'refused',
  'heroFileId',
  'restore',
  'mayMove',
  'targetUid',
  'locale',
  'files',
  'related',
  'storedAs',
  'listNames',
  'links',
  'shelf',
  'history',
  'wordPosition',
  'heededPosition',
  'isByHand',
  'unmapped',
  'adoptedBy',
  'plannedFor',
  'plannedBy',
  'askedFor',
] as const;

type StreamRow = RowOf<typeof TABLES.stream>;

export const toState = (
  streamKey: string,
  {
    targetUid,
    heroFileId,
    plannedFor,
    plannedBy,
    ...row
  }: Pick<StreamRow, (typeof FIELDS)[number]>,
): StreamState => ({
  ...row,
  streamKey,
  targetUid: targetUid ?? UIDS.article,
  base: fromJson(row.base),
  hold: fromJson(row.hold),
  refused: fromJson(row.refused),
  files: filesOf({ files: row.files, heroFileId }),
  related: fromJson(row.related) ?? {},
  storedAs: fromJson(row.storedAs) ?? {},
  listNames: fromJson(row.listNames) ?? {},
  links: linksOf(row),
  shelf: fromJson(row.shelf) ?? {},
  history: fromJson(row.history) ?? {},
  unmapped: fromJson(row.unmapped) ?? [],
  askedFor: fromJson(row.askedFor),
  planned:
    plannedFor === null || plannedBy === null ? null : { day: plannedFor, position: plannedBy },
});

/** The files that the projection last wrote, by field. Rows of earlier versions know the hero alone. */
export const filesOf = ({
  files,
  heroFileId,
}: Pick<StreamRow, 'files' | 'heroFileId'>): StreamState['files'] =>
  fromJson(files) ?? (heroFileId === null ? {} : { heroImage: [heroFileId] });

/** Where the links of the draft to other articles lead. */
export const linksOf = ({ links }: Pick<StreamRow, 'links'>): StreamMemory['links'] =>
  fromJson(links) ?? [];

export const rowOf = ({
  base,
  hold,
  refused,
  files,
  related,
  storedAs,
  listNames,
  links,
  shelf,
  history,
  unmapped,
  planned,
  askedFor,
  ...data
}: StreamState) => ({
  ...data,
  base: base && toJson(base),
  hold: hold && toJson(hold),
  refused: refused && toJson(refused),
  files: toJson(files),
  related: Object.keys(related).length > 0 ? toJson(related) : null,
  storedAs: Object.keys(storedAs).length > 0 ? toJson(storedAs) : null,
  listNames: Object.keys(listNames).length > 0 ? toJson(listNames) : null,
  links: links.length > 0 ? toJson(links) : null,
  shelf: Object.keys(shelf).length > 0 ? toJson(shelf) : null,
  history: Object.keys(history).length > 0 ? toJson(history) : null,
  unmapped: unmapped.length > 0 ? toJson(unmapped) : null,
  plannedFor: planned?.day ?? null,
  plannedBy: planned?.position ?? null,
  askedFor: askedFor && toJson(askedFor),
});
