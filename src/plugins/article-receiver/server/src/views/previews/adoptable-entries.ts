import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import type { TargetPreview } from '../../../../shared/articles/targets';
import type { Options } from '../../config/options';
import type { Mapping } from '../../mapping/model/mapping';
import { entryRows, textIn, type EntryRow } from '../../strapi/entries';

/** Entries that are named; all are counted. */
const MAX_NAMED = 20;
const BATCH = 200;

/** The entries of a type that have a feed's id, and that no article of the log has become. */
export async function adoptableEntries(
  strapi: Core.Strapi,
  { uid, sourceId: idField, title, draftAndPublish }: Mapping,
  adopt: Options['adopt'],
): Promise<TargetPreview['adoptable']> {
  const result: TargetPreview['adoptable'] = { count: 0, entries: [] };
  if (idField === null || adopt === 'never') return result;
  const drafts = draftAndPublish ? { publishedAt: null } : {};
  for (let after = 0; ;) {
    const found: EntryRow[] = await entryRows(strapi, uid).findMany({
      select: [idField, ...(title === null ? [] : [title])],
      where: { ...drafts, [idField]: { $notNull: true, $ne: '' }, id: { $gt: after } },
      orderBy: { id: 'asc' },
      limit: BATCH,
    });
    const last = found.at(-1);
    if (!last) return result;
    after = last.id;
    const ours = await ledgerOf(strapi).documents.among(found.map(({ documentId }) => documentId));
    const known = new Set(ours.map(({ documentId }) => documentId));
    for (const row of found.filter(({ documentId }) => !known.has(documentId))) {
      result.count += 1;
      if (result.entries.length === MAX_NAMED) continue;
      result.entries.push({ sourceId: textIn(row, idField) ?? '', title: textIn(row, title) });
    }
  }
}
