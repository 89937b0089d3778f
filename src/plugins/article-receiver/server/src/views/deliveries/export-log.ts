import type { Core } from '@strapi/types';
import type { DeliveryExport } from '../../../../shared/deliveries/deliveries';
import { csvLine, type Cell } from './csv';
import type { Filter } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';
import { exportOf } from './delivery-summary';

/** The forms that the log can be saved in. */
export const EXPORT_FORMATS = ['ndjson', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What a spreadsheet gets: what fits into a cell. */
const COLUMNS: readonly (readonly [name: string, of: (line: DeliveryExport) => Cell])[] = [
  ['deliveryId', ({ deliveryId }) => deliveryId],
  ['receivedAt', ({ receivedAt }) => receivedAt],
  ['occurredAt', ({ occurredAt }) => occurredAt],
  ['event', ({ event }) => event],
  ['sourceStatus', ({ sourceStatus }) => sourceStatus],
  ['state', ({ state }) => state],
  ['reason', ({ reason }) => reason],
  ['title', ({ title }) => title],
  ['slug', ({ slug }) => slug],
  ['articleId', ({ articleId }) => articleId],
  ['campaignId', ({ campaignId }) => campaignId],
  ['orgId', ({ orgId }) => orgId],
  ['duplicates', ({ duplicates }) => duplicates],
  ['bytes', ({ bytes }) => bytes],
  ['documentId', ({ documentId }) => documentId],
  ['locale', ({ locale }) => locale],
  ['discardedAt', ({ discardedAt }) => discardedAt],
  ['leftBy', ({ left }) => left?.by ?? null],
  ['leftAt', ({ left }) => left?.at ?? null],
  ['issues', ({ issues }) => issues.map(({ path, message }) => `${path}: ${message}`).join('; ')],
  ['attempts', ({ attempts }) => attempts.length],
];

/** Without it, spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\uFEFF';

/** All deliveries that match, written as they are read: the log may exceed the memory. */
export async function* exportedLog(
  strapi: Core.Strapi,
  filter: Filter,
  format: ExportFormat,
): AsyncGenerator<string> {
  if (format === 'csv') yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name));
  for await (const rows of ledgerOf(strapi).selected.newestFirst(filter)) {
    const lines = await exportOf(strapi, rows);
    yield lines.map((line) => written(line, format)).join('');
  }
}

const written = (line: DeliveryExport, format: ExportFormat): string =>
  format === 'csv' ? csvLine(COLUMNS.map(([, of]) => of(line))) : `${JSON.stringify(line)}\n`;
