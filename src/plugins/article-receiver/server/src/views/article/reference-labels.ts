import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { leavesOf } from '../../mapping/values/compute';
import { isRecord } from '../../../../shared/records';
import { fillable, hasDrafts } from '../../mapping/model/schemas';
import { isNewDocument, isUnmade, unmadeName } from '../../projection/merge/unmade';
import { ledgerOf } from '../../ledger/ledger';
import { formerName } from '../../projection/shared-documents/former-name';
import { mappingOf } from '../../entries/mapping-of';
import { schemasOf } from '../../strapi/schemas';
import { FILE_UID } from '../../strapi/media-library';
import { entryRows, textIn } from '../../strapi/entries';

/** What names an entry of one of the plugin's own types. */
const NAMES: Record<string, readonly string[]> = {
  [UIDS.tag]: ['name'],
  [UIDS.campaign]: ['name', 'sourceId'],
  [UIDS.mediaAsset]: ['alt', 'sourceUrl'],
};

interface Reference {
  uid: string;
  key: 'id' | 'documentId';
  name: readonly string[];
}

/** Where the targets of a field lie whose values are ids, and what names one. */
function referenceOf(strapi: Core.Strapi, field: string): Reference | null {
  const shape = leavesOf(mappingOf(strapi).shapes).get(field);
  if (shape?.kind === 'media') return { uid: FILE_UID, key: 'id', name: ['name'] };
  if (shape?.kind !== 'relation') return null;
  const { target: uid } = shape;
  return { uid, key: 'documentId', name: NAMES[uid] ?? likelyNames(strapi, uid) };
}

/** Of a type of the site's own: its texts, those first that usually name something. */
function likelyNames(strapi: Core.Strapi, uid: string): string[] {
  const schema = schemasOf(strapi).contentTypes[uid];
  if (!schema) return [];
  const texts = fillable(schema).filter((name) => schema.attributes[name]?.type === 'string');
  return ['name', 'title', 'label']
    .filter((name) => texts.includes(name))
    .concat(texts)
    .slice(0, 1);
}

/**
 * What the ids in values of a field are called, for people to read.
 * @returns names by id; empty for fields whose values are no ids. What is gone has the name that is remembered of it.
 */
export async function referenceLabels(
  strapi: Core.Strapi,
  field: string,
  values: readonly unknown[],
): Promise<Record<string, string>> {
  const reference = referenceOf(strapi, field);
  const ids = values.flat().filter((id) => id !== null && id !== undefined);
  if (!reference || ids.length === 0) return {};
  const { uid, key, name } = reference;
  const unmade = ids.filter(
    (id): id is string => typeof id === 'string' && (isUnmade(id) || isNewDocument(id)),
  );
  const rows = await entryRows(strapi, uid).findMany({
    select: name,
    where: { [key]: { $in: ids } },
  });
  const named = Object.fromEntries(
    [...unmade.map((id) => ({ [key]: id, [name[0] ?? '']: unmadeName(id) })), ...rows].flatMap(
      (row: Record<string, unknown>) => {
        const label = name.map((column) => row[column]).find(Boolean);
        return label ? [[String(row[key]), String(label)]] : [];
      },
    ),
  );
  const there = new Set([...unmade, ...rows.map((row) => row[key])].map(String));
  return {
    ...(await formerNames(
      strapi,
      ids.map(String).filter((id) => !there.has(id)),
    )),
    ...named,
  };
}

/** What is remembered of the names of documents, or files, that somebody deleted. */
async function formerNames(
  strapi: Core.Strapi,
  gone: readonly string[],
): Promise<Record<string, string>> {
  if (gone.length === 0) return {};
  const remembered = await ledgerOf(strapi).sharedDocuments.rememberedOf(gone);
  return Object.fromEntries(
    remembered.flatMap((one) => {
      const label = formerName(one);
      return label === null ? [] : [[one.documentId, label]];
    }),
  );
}

/** The name of the campaign that an article's draft belongs to; null where it has none. */
export async function campaignOf(strapi: Core.Strapi, documentId: string): Promise<string | null> {
  const schema = schemasOf(strapi).contentTypes[UIDS.article];
  const drafts = schema && hasDrafts(schema) ? { publishedAt: null } : {};
  const draft = await entryRows(strapi, UIDS.article).findOne({
    select: ['id'],
    where: { documentId, ...drafts },
    populate: { campaign: { select: ['name', 'sourceId'] } },
  });
  const campaign = draft?.campaign;
  if (!isRecord(campaign)) return null;
  return textIn(campaign, 'name') || textIn(campaign, 'sourceId');
}
