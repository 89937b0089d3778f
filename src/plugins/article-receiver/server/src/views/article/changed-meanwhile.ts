import type { Core } from '@strapi/types';
import type { ChangedMeanwhile } from '../../../../shared/articles/articles';
import { attentionOf } from '../../entries/attention';
import { shapesIn } from '../../entries/locales/shapes-in';
import { mappingOf } from '../../entries/mapping-of';
import { onTarget } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import { changedSince, type Seen } from '../../projection/merge/field-history';

/** A form that somebody has open. */
interface OpenForm {
  documentId: string;
  seen: Seen;
  /** Left out: the default one. */
  locale?: string;
  /** Whether they may know of a field. */
  maySee: (field: string) => boolean;
}

/**
 * What the service changed in an article while somebody had it open; null for an article that did
 * not come from the feed.
 */
export async function changedMeanwhile(
  strapi: Core.Strapi,
  { documentId, seen, locale, maySee }: OpenForm,
): Promise<ChangedMeanwhile | null> {
  const ledger = ledgerOf(strapi);
  const streamKey = await ledger.documents.streamOf(documentId);
  const stored = streamKey === null ? null : await ledger.streams.read(streamKey);
  if (!stored) return null;
  const mapping = mappingOf(strapi);
  const state = onTarget(stored, mapping.uid);
  const { shapes } = await shapesIn(strapi, mapping, state.locale, locale);
  const changed = [...changedSince(state.history, seen)].filter(
    ([field]) =>
      // When the service changed what is taken in like the rest; it is no news to name.
      shapes[field.split('.')[0] ?? ''] && !mapping.stamps.includes(field) && maySee(field),
  );
  const [waiting] = await attentionOf(strapi, [documentId]);
  if (!waiting) return null;
  return {
    fields: changed.map(([field]) => field),
    at: changed.length === 0 ? null : Math.max(...changed.map(([, at]) => at)),
    waiting,
  };
}
