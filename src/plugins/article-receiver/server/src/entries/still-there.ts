import type { Core } from '@strapi/types';
import type { Shape } from '../mapping/model/mapping';
import { ledgerOf } from '../ledger/ledger';
import { entryRows } from '../strapi/entries';
import { localeOfRelated } from './locales/locales';

type Relation = Extract<Shape, { kind: 'relation' }>;

/**
 * Those of some documents that are there, as a relation can lead to them.
 * @param locale the one of the entry that has the relation.
 */
export async function stillThere(
  strapi: Core.Strapi,
  { target, targetLocalized }: Relation,
  documentIds: readonly string[],
  locale: string | null,
): Promise<Set<string>> {
  const where = {
    documentId: { $in: documentIds },
    ...(targetLocalized ? { locale: await localeOfRelated(strapi, locale) } : {}),
  };
  const found = await entryRows(strapi, target).findMany({ select: [], where });
  return new Set(found.map(({ documentId }) => documentId));
}

/** The same less those that somebody deleted and that were made again since: an entry lost them with that. */
export async function thereAllAlong(
  strapi: Core.Strapi,
  relation: Relation,
  documentIds: readonly string[],
  locale: string | null,
): Promise<Set<string>> {
  const there = await stillThere(strapi, relation, documentIds, locale);
  const madeAgain = await ledgerOf(strapi).sharedDocuments.madeAgain([...there]);
  return new Set([...there].filter((id) => !madeAgain.has(id)));
}
