import type { Core } from '@strapi/types';
import type { PlannedPage } from '../../../../shared/articles/planned';
import { optionsOf } from '../../config/site-options';
import { UIDS } from '../../content-types/uids';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { plannedInstant } from '../../projection/publication/planned-day';
import { titlesFor } from '../../entries/article-titles';
import type { FieldsOf, MayField } from '../../entries/readable';

/** On the plugin's own Article the day is a field; elsewhere it is for whoever may read the entry. */
const mayReadDay = (mayRead: MayField, { documentId, contentType }: StreamDocument): boolean =>
  mayRead(documentId, contentType === UIDS.article ? 'plannedForDate' : undefined);

const isOnDays = (strapi: Core.Strapi): boolean => optionsOf(strapi).publishOnReady === 'planned';

/** How many articles go online on a day to come: none where the settings do not have them go online so. */
export const countPlanned = async (strapi: Core.Strapi): Promise<number> =>
  isOnDays(strapi) ? ledgerOf(strapi).planned.count() : 0;

/** The articles that go online on a day to come and whoever asks may read, the earliest first. */
export async function plannedFor(
  strapi: Core.Strapi,
  fieldsOf: FieldsOf,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<PlannedPage> {
  const ledger = ledgerOf(strapi);
  const { planned } = optionsOf(strapi);
  const isOn = isOnDays(strapi);
  // What was planned before is remembered, and counts once they do so again.
  const streams = isOn ? await ledger.planned.all() : [];
  const documents = await ledger.documents.of(streams.map(({ streamKey }) => streamKey));
  const mayRead = await fieldsOf([...documents.values()]);
  const all = streams.flatMap(({ streamKey, plannedFor: day }) => {
    const document = documents.get(streamKey);
    return document && mayReadDay(mayRead, document) ? [{ day, document }] : [];
  });
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const titles = await titlesFor(
    strapi,
    shown.map(({ document }) => document),
    mayRead,
  );
  const total = all.length;
  return {
    isOn,
    results: shown.map(({ day, document: { documentId, contentType, locale } }) => ({
      day,
      at: new Date(plannedInstant(day, planned)).toISOString(),
      documentId,
      contentType,
      locale,
      title: titles.get(documentId) ?? null,
    })),
    pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
  };
}
