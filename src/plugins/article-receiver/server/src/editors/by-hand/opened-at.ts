import type { Core } from '@strapi/types';
import { OPENED_HEADER, readOpened } from '../../../../shared/articles/opened';
import { isRecord } from '../../../../shared/records';
import { currentRequest } from '../../strapi/current-request';

/** When somebody saw what they save, in epoch ms; null when nobody says. */
export interface SeenAt {
  openedAt: number | null;
  /** Fields of which they saw what was there at another time. */
  fieldsSeenAt: Readonly<Record<string, number>>;
}

const timeOf = (value: unknown): number =>
  typeof value === 'string' || value instanceof Date ? +new Date(value) : NaN;

/** Whether what is saved is an older version from the Content History. */
export const isRestoring = (strapi: Core.Strapi): boolean =>
  currentRequest(strapi)?.params?.versionId !== undefined;

/** Whether an entry is saved by the Content Manager's form, which sends all that whoever uses it may see. */
export function isForm(strapi: Core.Strapi, uid: string, documentId: string): boolean {
  const { id, model } = currentRequest(strapi)?.params ?? {};
  return id === documentId && model === uid;
}

/**
 * When the entry was last changed that somebody opened before they saved this: as the panel beside
 * the Content Manager's form says, or as the entry itself does, where it is sent with its own
 * `updatedAt`. Who restores an older version from the Content History means it as it is, now.
 */
export function openedAt(
  strapi: Core.Strapi,
  documentId: string,
  data: Record<string, unknown>,
): SeenAt {
  if (isRestoring(strapi)) return { openedAt: Date.now(), fieldsSeenAt: {} };
  const context = currentRequest(strapi);
  // One request may save several entries: what it says is about the one that it names.
  const request = context?.params?.id === documentId ? context.request : undefined;
  const body = isRecord(request?.body) ? request.body : {};
  const inside = isRecord(body.data) ? body.data : {};
  const header = request?.headers[OPENED_HEADER];
  const { at, fields } = readOpened(typeof header === 'string' ? header : '');
  const said = [at, data.updatedAt, body.updatedAt, inside.updatedAt].map(timeOf);
  return {
    openedAt: said.find((time) => !Number.isNaN(time)) ?? null,
    fieldsSeenAt: Object.fromEntries(
      Object.entries(fields)
        .map(([field, time]) => [field, timeOf(time)] as const)
        .filter(([, time]) => !Number.isNaN(time)),
    ),
  };
}
