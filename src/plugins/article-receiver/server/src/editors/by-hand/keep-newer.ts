import type { Core } from '@strapi/types';
import { without } from '../../../../shared/records';
import { onTarget, type StreamState } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import { changedSince, fieldsPutBack, staleIn } from '../../projection/merge/field-history';
import { fingerprint } from '../../projection/merge/fingerprint';
import { UNSEEN, type Fields } from '../../projection/merge/merge';
import { leavesOf } from '../../mapping/values/compute';
import { readValues, type Row } from '../../mapping/values/read-entry';
import { sentIn } from '../../mapping/values/as-sent';
import { numericIds, savedValues, type DocumentOf } from '../../mapping/values/saved-values';
import { changedBy, changedReferences } from '../../mapping/values/changes';
import { withoutStale } from '../../mapping/values/without-stale';
import type { Mapping, Shapes } from '../../mapping/model/mapping';
import { changedAtOf, readRow } from '../../entries/read-entry';
import { unmappedIn } from '../../entries/unmapped/unmapped-fields';
import { notBefore, timeAfter } from '../../entries/write-time';
import { goesBack } from '../goes-back';
import { holdAfterEdits } from '../hold-after-edits';
import { lookAgain } from '../look-again';
import { isForm, isRestoring, openedAt, type SeenAt } from './opened-at';
import { underLock } from '../under-lock';
import { takesBack } from './takes-back';
import { takesOffer } from '../takes-offer';
import { shapesIn } from '../../entries/locales/shapes-in';
import { entryRows } from '../../strapi/entries';
import { mappingOf } from '../../entries/mapping-of';

/** What somebody saves of an entry. */
export interface Save {
  documentId: string;
  data: Record<string, unknown>;
  locale?: string;
}

/**
 * Saves what a person changed, and keeps what the receiver wrote while their form was open: a form
 * sends the whole entry. Both sides take the stream's lock, so neither sees half of the other.
 * @param save carries it out with other data.
 * @returns what was saved, and the stream that has something to do now: a person changed a field
 *   without having seen what the receiver had made of it, or what kept it from being published.
 */
export const saveChanges = (
  strapi: Core.Strapi,
  { documentId, data: asked, locale }: Save,
  save: (data: Save['data']) => Promise<unknown>,
): Promise<{ result: unknown; offering: string | null }> =>
  underLock(strapi, documentId, async (locked) => {
    if (locked === null) return { result: await save(asked), offering: null };
    const ledger = ledgerOf(strapi);
    const { stream } = locked;
    const { streamKey } = stream;
    const mapping = mappingOf(strapi);
    const state = onTarget(stream, mapping.uid);
    const { shapes, locale: own } = await shapesIn(strapi, mapping, state.locale, locale);
    const place = { mapping, locale: own };
    if (state.documentId !== documentId) return { result: await save(asked), offering: null };
    const row = await readRow(strapi, place, documentId, 'draft');
    if (!row) return { result: await beginTranslation(), offering: null };

    const data = isRestoring(strapi) ? withoutServices(mapping, shapes, asked) : asked;
    const context = { row, documentOf: await documentsBehind(strapi, shapes, data) };
    const values = savedValues(shapes, data, context);
    const current = readValues(shapes, row);
    const saved = {
      values,
      current,
      sent: sentIn(shapes, data, context.documentOf),
      ...openedAt(strapi, documentId, data),
      saysMore:
        Object.keys(data).some((name) => mapping.shapes[name] && !shapes[name]) ||
        // Of a single field nobody could tell; who saves that, means it.
        (isForm(strapi, mapping.uid, documentId) && Object.keys(values).length > 1),
    };
    const { stale, unseen } = staleIn(saved, state.history, state.base ?? {});
    const besides = await unmappedIn(strapi, { place, documentId }, data, {
      isTranslation: own !== state.locale,
      documentOf: (others) => documentsBehind(strapi, others, data),
    });
    const unmapped = [...new Set([...state.unmapped, ...besides])];
    const wanted = withoutStale(shapes, data, new Set(stale), row);
    const hold = holdAfterEdits(state, [...changedBy(shapes, wanted, context), ...besides]);
    const result = await notBefore(timeAfter(changedAtOf(row)), () => save(wanted));
    // When what a person chose instead is deleted later, the receiver has lost nothing.
    const chosen = changedReferences(shapes, data, context).filter((path) => !stale.includes(path));
    const isChosen = (path: string) =>
      chosen.some((one) => path === one || path.startsWith(`${one}.`));
    const files = without(state.files, Object.keys(state.files).filter(isChosen));
    const related = without(state.related, Object.keys(state.related).filter(isChosen));
    // Forms say of a relation only what was added and taken away.
    const after = chosen.length > 0 ? await readRow(strapi, place, documentId, 'draft') : null;
    const linked = after ? besideSaid(values, current, readValues(shapes, after)) : {};
    const given = { ...values, ...linked };
    const waiting = await perhapsFree(strapi, state, {
      place: { mapping, locale: state.locale },
      documentId,
      values: without(given, stale),
      before: current,
      besides,
    });
    if (waiting) await ledger.deliveries.pendAgain(waiting.position);
    const persons = [
      ...unseen,
      ...unseenAmong(shapes, linked, saved, state.history),
      ...fieldsPutBack(given, current, state.base ?? {}),
    ];
    if (persons.length === 0 && !(await takesOffer(strapi, streamKey, given, current))) {
      await ledger.streams.save({ ...state, hold, unmapped, files, related }, state);
      return { result, offering: waiting && streamKey };
    }

    const base = { ...state.base, ...Object.fromEntries(persons.map((field) => [field, UNSEEN])) };
    await ledger.streams.save({ ...state, base, hold, unmapped, files, related });
    const isOffering = await lookAgain(strapi, streamKey);
    return { result, offering: isOffering || waiting ? streamKey : null };

    /** What a new translation says of fields that all locales share, Strapi writes into the article as well. */
    async function beginTranslation(): Promise<unknown> {
      const entry = { place: { mapping, locale: state.locale }, documentId };
      const besides = await unmappedIn(strapi, entry, asked, {
        isTranslation: true,
        documentOf: (others) => documentsBehind(strapi, others, asked),
      });
      const result = await save(asked);
      const hold = holdAfterEdits(state, besides);
      const unmapped = [...new Set([...state.unmapped, ...besides])];
      await ledger.streams.save({ ...state, hold, unmapped }, state);
      return result;
    }
  });

/** What a save made of the fields of which it does not say to what they are set, where it changed them. */
const besideSaid = (values: Fields, before: Fields, after: Fields): Fields =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => !(field in values) && fingerprint(value) !== fingerprint(before[field]),
    ),
  );

/**
 * The relations to one entry in which a person chose another without having seen what the receiver had made of them.
 * What they add to several, or take away, leaves the receiver's there.
 */
function unseenAmong(
  shapes: Shapes,
  linked: Fields,
  { openedAt: opened, fieldsSeenAt }: SeenAt,
  history: StreamState['history'],
): string[] {
  if (opened === null) return [];
  const changed = changedSince(history, { openedAt: opened, fieldsSeenAt });
  const leaves = leavesOf(shapes);
  return Object.keys(linked).filter((field) => {
    const shape = leaves.get(field);
    return shape?.kind === 'relation' && !shape.many && changed.has(field);
  });
}

/**
 * The fields that an older version may bring back. Earlier values of the service's own facts would count as edits and
 * stay, so these are left out; the address is what the editor sees, and comes back.
 */
function withoutServices(mapping: Mapping, shapes: Shapes, data: Save['data']): Save['data'] {
  const services = Object.keys(shapes).filter(
    (field) => field !== mapping.slug && !goesBack(mapping, field),
  );
  return without(data, services);
}

/**
 * The publication that waits and that a save may let go out: Strapi refused it, which may be put right
 * now; or it is held for somebody's changes, one of which they took back.
 */
async function perhapsFree(
  strapi: Core.Strapi,
  { refused, hold }: StreamState,
  saved: Parameters<typeof takesBack>[1],
): Promise<{ position: number } | null> {
  if (refused) return refused;
  const isFreed = hold !== null && !hold.released && (await takesBack(strapi, saved));
  return isFreed ? hold : null;
}

async function documentsBehind(
  strapi: Core.Strapi,
  shapes: Shapes,
  data: Row,
): Promise<DocumentOf> {
  const known = new Map<string, string>();
  for (const { target, id } of numericIds(shapes, data)) {
    const row = await entryRows(strapi, target).findOne({ select: [], where: { id } });
    if (row) known.set(`${target} ${id}`, row.documentId);
  }
  return (target, id) => known.get(`${target} ${id}`);
}
