import type { Core } from '@strapi/types';
import type { VersionField } from '../../../../shared/articles/articles';
import { without } from '../../../../shared/records';
import { optionsOf } from '../../config/site-options';
import { inTransaction } from '../../database/transaction';
import { onTarget, type StreamState } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import { eventLogOf } from '../../event-log/event-log';
import { rootOf } from '../../mapping/values/changes';
import { fieldsPutBack } from '../../projection/merge/field-history';
import { fingerprint } from '../../projection/merge/fingerprint';
import { UNSEEN, type Fields } from '../../projection/merge/merge';
import { administratorId } from '../administrator-id';
import { asProjection } from '../../entries/as-projection';
import { readDraft, readEntry } from '../../entries/read-entry';
import { updateEntry } from '../../entries/write-entry';
import { notBefore, timeAfter } from '../../entries/write-time';
import { placeAlone } from '../../article-content/place-delivery';
import { isSaidPublished } from '../../article-content/said-published';
import { mappingOf } from '../../entries/mapping-of';
import { goesBack } from '../goes-back';
import { holdAfterEdits } from '../hold-after-edits';
import { lookAgain } from '../look-again';
import { takesOffer } from '../takes-offer';

/** A delivery of a document's stream, and what is known of both. */
interface Found {
  streamKey: string;
  position: number;
  /** The values that the document would have. */
  values: Fields;
}

async function valuesOf(
  strapi: Core.Strapi,
  documentId: string,
  deliveryId: string,
  preview: boolean,
): Promise<Found | null> {
  const ledger = ledgerOf(strapi);
  const mapping = mappingOf(strapi);
  const streamKey = await ledger.documents.streamOf(documentId);
  const stream = streamKey === null ? [] : await ledger.deliveries.inStream(streamKey);
  const entry = stream.find((one) => one.deliveryId === deliveryId);
  const stored = streamKey === null ? null : await ledger.streams.read(streamKey);
  const state = stored && onTarget(stored, mapping.uid);
  if (streamKey === null || !entry || state?.documentId !== documentId) return null;
  const options = optionsOf(strapi);
  const terms = { options, mapping, preview };
  const content = await placeAlone(strapi, terms, await eventLogOf(strapi).load(entry), {
    locale: state.locale,
    isPublished: isSaidPublished(stream, options),
    held: () => Promise.resolve(new Set<string>()),
  });
  const draft = await readEntry(strapi, { mapping, locale: state.locale }, documentId, 'draft');
  // The slug stays, and so does what is made of it.
  const slug = mapping.slug === null ? null : draft?.[mapping.slug];
  const isOther = typeof slug === 'string' && slug !== content.slug;
  const fields = (isOther && content.withSlug?.(slug)) || content.fields;
  const values = Object.entries(fields).filter(([field]) => goesBack(mapping, field));
  return { streamKey, position: entry.position, values: Object.fromEntries(values) };
}

const differing = (draft: Fields, values: Fields): string[] =>
  Object.keys(values).filter((field) => fingerprint(draft[field]) !== fingerprint(values[field]));

/**
 * What would change in a document's draft if one of its deliveries were used again. Writes nothing.
 * @returns null when the delivery is none of its, or the draft is gone.
 * @throws BodyDropped when retention dropped the delivery's body.
 */
export async function versionOf(
  strapi: Core.Strapi,
  documentId: string,
  deliveryId: string,
): Promise<Omit<VersionField, 'labels'>[] | null> {
  const found = await valuesOf(strapi, documentId, deliveryId, true);
  const mapping = mappingOf(strapi);
  const state = found && (await ledgerOf(strapi).streams.read(found.streamKey));
  const place = { mapping, locale: state?.locale ?? null };
  const draft = found && (await readEntry(strapi, place, documentId, 'draft'));
  if (!draft) return null;
  return differing(draft, found.values).map((field) => ({
    field,
    current: draft[field] ?? null,
    seen: fingerprint(draft[field]),
    value: found.values[field] ?? null,
  }));
}

/** What somebody puts back of a delivery. */
interface PutBack {
  documentId: string;
  deliveryId: string;
  fields: string[];
  /** What stands for the draft's value of fields that somebody saw; left out where nobody says. */
  seen?: Readonly<Record<string, string>> | undefined;
}

/**
 * Puts fields of a delivery into a document's draft, as if an editor had typed them: what the
 * receiver wrote last stays the base, so that no later delivery writes over them.
 * @returns the fields that were written, or those that have another value than was seen: then none is.
 *   Null when the delivery is none of its, or the draft is gone.
 */
export async function putBack(
  strapi: Core.Strapi,
  { documentId, deliveryId, fields, seen = {} }: PutBack,
  by: string,
): Promise<{ fields: string[] } | { changed: string[] } | null> {
  const ledger = ledgerOf(strapi);
  // What its relations lead to is made outside of the transaction, like everything that is placed.
  const found = await valuesOf(strapi, documentId, deliveryId, false);
  if (!found) return null;
  const { streamKey, position, values } = found;
  return inTransaction(strapi, async ({ trx }) => {
    const mapping = mappingOf(strapi);
    const stream = onTarget(await ledger.streams.lock(trx, streamKey), mapping.uid);
    const place = { mapping, locale: stream.locale };
    const dated = await readDraft(strapi, place, documentId);
    if (!dated || stream.documentId !== documentId) return null;
    const { draft, changedAt } = dated;
    const changed = differing(draft, values).filter((field) => fields.includes(field));
    const unseen = changed.filter(
      (field) => fingerprint(draft[field]) !== (seen[field] ?? fingerprint(draft[field])),
    );
    if (unseen.length > 0) return { changed: unseen };
    if (changed.length === 0) return { fields: [] };
    const data = Object.fromEntries(changed.map((field) => [field, values[field]]));
    await notBefore(timeAfter(changedAt), () =>
      asProjection(() => updateEntry(strapi, place, documentId, data, administratorId(strapi))),
    );
    await ledger.decisions.record({
      kind: 'delivery',
      choice: 'use',
      subject: changed.join(', '),
      streamKey,
      documentId,
      deliveryPosition: position,
      decidedBy: by,
    });
    await keepAsTheirs(strapi, stream, draft, data);
    return { fields: changed };
  });
}

/** Records that values in a draft are an editor's, and has the article looked at where that may settle something. */
async function keepAsTheirs(
  strapi: Core.Strapi,
  stream: StreamState,
  draft: Fields,
  data: Fields,
): Promise<void> {
  const ledger = ledgerOf(strapi);
  const { streamKey, base, files, related, hold, refused } = stream;
  const persons = fieldsPutBack(data, draft, base ?? {});
  const changed = Object.keys(data);
  await ledger.streams.save({
    ...stream,
    hold: holdAfterEdits(stream, changed.map(rootOf)),
    base: base && { ...base, ...Object.fromEntries(persons.map((field) => [field, UNSEEN])) },
    // When what a person chose instead is deleted later, the receiver has lost nothing.
    files: without(files, changed),
    related: without(related, changed),
  });
  if (persons.length > 0 || (await takesOffer(strapi, streamKey, data)))
    await lookAgain(strapi, streamKey);
  // It may have been what kept the article from being published.
  const waiting = hold ?? refused;
  if (waiting) await ledger.deliveries.pendAgain(waiting.position);
}
