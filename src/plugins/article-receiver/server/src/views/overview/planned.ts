import type { Core } from '@strapi/types';
import type { PlannedPage } from '../../../../shared/planned';
import { optionsOf } from '../../config/site-options';
import type { StreamDocument } from '../../ledger/streams/documents';
import { ledgerOf } from '../../ledger/ledger';
import { plannedInstant } from '../../projection/publication/planned-day';
import { titlesIn } from '../../entries/article-titles';

/** Those of some entries that whoever asks may read, by documentId. */
type Readable = (documents: readonly StreamDocument[]) => Promise<Set<string>>;

/** The articles that go online on a day to come and whoever asks may read, the earliest first. */
export async function plannedFor(
  strapi: Core.Strapi,
  readable: Readable,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<PlannedPage> {
  const ledger = ledgerOf(strapi);
  const { planned, publishOnReady } = optionsOf(strapi);
  const streams = await ledger.planned.all();
  const documents = await ledger.documents.of(streams.map(({ streamKey }) => streamKey));
  const allowed = await readable([...documents.values()]);
  const all = streams.flatMap(({ streamKey, plannedFor: day }) => {
    const document = documents.get(streamKey);
    return document && allowed.has(document.documentId) ? [{ day, document }] : [];
  });
  const shown = all.slice((page - 1) * pageSize, page * pageSize);
  const titles = await titlesIn(
    strapi,
    shown.map(({ document }) => document),
  );
  const total = all.length;
  return {
    isOn: publishOnReady === 'planned',
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
