import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { onTarget, type StreamState } from '../projection/article/stream-state';
import { ledgerOf } from '../ledger/ledger';
import { isEmptyValue } from '../projection/merge/is-nothing';
import { fingerprint } from '../projection/merge/fingerprint';
import { leavesOf } from '../mapping/values/compute';
import type { Shape, Mapping } from '../mapping/model/mapping';
import { isBereft, isInOtherForm } from '../projection/article/references';
import { isListBereft } from './bereft-lists';
import type { EntryPlace } from './entry-place';
import { formerLists } from './unmapped/former-lists';
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
  const at = state?.documentId ? { ...place, locale: state.locale } : place;
  const found = await readDraft(strapi, at, documentId);
  if (!found) return held;
  const { draft } = found;
  const back = state && (await fromBackup(strapi, state, found));
  const former = state ? await formerLists(strapi, at, state, draft) : [];
  for (const [path, shape] of leading(place.mapping)) {
    if (back?.fields.includes(path) || former.includes(path)) continue;
    const written = state?.base?.[path];
    const isEdited =
      written === undefined ? !isEmptyValue(draft[path]) : fingerprint(draft[path]) !== written;
    const shown = draft[path];
    if (isEdited && !(await isLost(strapi, { path, shape, shown, state }, at.locale)))
      held.add(path);
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
