import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { onTarget, type StreamState } from '../projection/article/stream-state';
import { ledgerOf } from '../ledger/ledger';
import { isEmptyValue } from '../projection/merge/is-nothing';
import { isAsWritten } from '../projection/merge/stored-as';
import { leavesOf } from '../mapping/values/compute';
import type { Shape, Mapping } from '../mapping/model/mapping';
import { isBereft, isInOtherForm } from '../projection/article/references';
import { isListBereft } from './bereft-lists';
import type { EntryPlace } from './entry-place';
import { formerLists } from './unmapped/former-lists';
import { leftBehind, valuesThere } from './locales/values-there';
import { fromBackup } from './from-backup';
import { readDraft } from './read-entry';
import { findAdoptable } from './find-adoptable';
import { thereAllAlong } from './still-there';

/** Kinds of fields whose values may lead to entries that are made for them. */
const LEADING = new Set(['relation', 'list']);

/**
 * The relations of an article that are an editor's now. What the feed has for them is only offered.
 * Without the lock: who writes looks again.
 * @param newest the delivery whose article it is.
 */
export async function heldNow(
  strapi: Core.Strapi,
  newest: StreamDelivery | undefined,
  place: EntryPlace,
  { editorEdits, adopt }: Options,
): Promise<Set<string>> {
  const held = new Set<string>();
  if (!newest || editorEdits === 'overwrite') return held;
  const stored = await ledgerOf(strapi).streams.read(newest.streamKey);
  const state = stored && onTarget(stored, place.mapping.uid);
  const asked = { articleId: newest.articleId ?? '', slug: newest.slug };
  const adoptable = () => findAdoptable(strapi, place, asked, adopt);
  const documentId = state?.documentId ?? (await adoptable())?.documentId ?? null;
  if (documentId === null) return held;
  const here = await readDraft(strapi, place, documentId);
  const other = state?.documentId && state.locale !== place.locale ? state.locale : null;
  // It is moved to its locale, unless somebody wrote something there already: that is theirs.
  const from = here === null && other !== null ? { ...place, locale: other } : place;
  const found = here ?? (from === place ? null : await readDraft(strapi, from, documentId));
  if (!found) return held;
  const ours = here !== null && other !== null ? null : state;
  const { shapes } = place.mapping;
  const draft =
    from === place ? found.draft : await valuesThere(strapi, shapes, found.draft, place.locale);
  const back = ours && (await fromBackup(strapi, ours, found));
  const former = ours ? await formerLists(strapi, from, ours, found.draft) : [];
  const free = [...(back?.fields ?? []), ...former, ...leftBehind(shapes, found.draft, draft)];
  for (const [path, shape] of leading(place.mapping)) {
    if (free.includes(path)) continue;
    const written = ours?.base?.[path];
    const isEdited =
      !ours || written === undefined
        ? !isEmptyValue(draft[path])
        : !isAsWritten(ours, path, draft[path]);
    const field = { path, shape, shown: draft[path], state: ours };
    if (isEdited && !(await isLost(strapi, field, place.locale))) held.add(path);
  }
  return held;
}

/** Whether a field only lacks documents that were deleted: nobody changed it. */
async function isLost(
  strapi: Core.Strapi,
  { path, shape, shown, state }: HeldField,
  locale: string | null,
): Promise<boolean> {
  if (state && shape.kind === 'list')
    return isListBereft(strapi, { path, shape, shown, state, locale });
  const related = state?.related[path] ?? [];
  if (shape.kind !== 'relation' || related.length === 0) return false;
  if (isInOtherForm(shown, state?.base?.[path], related)) return true;
  const there = await thereAllAlong(strapi, shape, related, locale);
  return isBereft(shown, related, (id) => there.has(id));
}

/** A field that reads differently from what was written into it. */
interface HeldField {
  path: string;
  shape: Shape;
  shown: unknown;
  state: StreamState | null;
}

/** Fields whose values may lead to entries that are made for them. */
const leading = ({ shapes }: Mapping): [path: string, shape: Shape][] =>
  [...leavesOf(shapes)].filter(([, { kind }]) => LEADING.has(kind));

/** The paths of such fields. */
export const leadingPaths = (mapping: Mapping): string[] => leading(mapping).map(([path]) => path);
