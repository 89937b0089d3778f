import type { Core } from '@strapi/types';
import { inParts } from '../database/sql';
import { inTransaction } from '../database/transaction';
import { ledgerOf } from '../ledger/ledger';
import type { Mapping } from '../mapping/model/mapping';
import { onRenamed } from '../projection/article/stream-state';
import { entryRows } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';
import { mappingOf } from './mapping-of';

/**
 * Where a site gives its type another name, and leaves it its table, articles go on in the entries that they have.
 * Taken for entries of a type that is new, each would be made once more, beside the one that is there.
 */
export async function followRename(strapi: Core.Strapi): Promise<void> {
  const mapping = mappingOf(strapi);
  const { documents, streams } = ledgerOf(strapi);
  const { contentTypes } = schemasOf(strapi);
  const gone = (await documents.contentTypes()).filter((uid) => !contentTypes[uid]);
  if (gone.length === 0) return;
  const severed = await severedLinks(strapi, mapping);
  for (const part of inParts(await documents.inTypes(gone))) {
    const where = { documentId: { $in: part.map(({ documentId }) => documentId) } };
    const found = await entryRows(strapi, mapping.uid).findMany({ select: [], where });
    const there = new Set(found.map(({ documentId }) => documentId));
    for (const { streamKey, documentId } of part) {
      if (!there.has(documentId)) continue;
      await inTransaction(strapi, async ({ trx }) => {
        const state = await streams.lock(trx, streamKey);
        // Another process that starts may have been here, and projected since.
        if (contentTypes[state.targetUid]) return;
        await streams.save(onRenamed(state, mapping.uid, severed), state);
      });
    }
  }
}

/**
 * The relations and files that no entry has any more: Strapi keeps them by the name of the type (5.54.0: columns of
 * relations, `related_type` of files), and loses them with it, unless the site brings them along.
 */
async function severedLinks(
  strapi: Core.Strapi,
  { uid, shapes }: Mapping,
): Promise<ReadonlySet<string>> {
  const severed = new Set<string>();
  for (const [name, { kind }] of Object.entries(shapes)) {
    if (kind !== 'relation' && kind !== 'media') continue;
    const where = { [name]: { id: { $notNull: true } } };
    if ((await entryRows(strapi, uid).count({ where })) === 0) severed.add(name);
  }
  return severed;
}
