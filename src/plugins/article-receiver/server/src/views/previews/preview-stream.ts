import type { Core } from '@strapi/types';
import type { ArticlePreview } from '../../../../shared/jobs';
import type { Options } from '../../config/options';
import { samePlan, type Planned } from '../../projection/article/evolve';
import { onTarget, untouched, withoutEntry } from '../../projection/article/stream-state';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import { wantedArticle, placeStream } from '../../article-content/place-stream';
import { beginRun } from '../../shared-documents/run';
import { expectRefusal } from '../../write/expect-refusal';
import { prepareArticle, type PreparedArticle } from '../../write/prepare-article';
import { mappingOf } from '../../entries/mapping-of';
import { plannedInstant } from '../../projection/publication/planned-day';
import { beginningOf } from '../../read-delivery/beginning';

/** Longest text that a preview shows of a value. */
const MAX_TEXT = 300;

/**
 * What projecting a stream would change, field by field. Writes nothing.
 * @param restoreDeleted whether an article that an editor deleted is to come back.
 * @returns null when the stream shows nothing: all of it waits for a decision.
 * @throws Error where Strapi would refuse what is to be written.
 */
export async function previewStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
  restoreDeleted: boolean,
): Promise<ArticlePreview | null> {
  const stream = await ledgerOf(strapi).deliveries.inStream(streamKey);
  const look = { streamKey, stream, options, restoreDeleted };
  for (let alsoRefused: number[] = []; ;) {
    const found = await previewOnce(strapi, { ...look, alsoRefused });
    if (!found) return null;
    // What Strapi will refuse to publish makes way for what came before it, as in a projection.
    const more = found.refused.filter((position) => !alsoRefused.includes(position));
    if (more.length === 0) return found.preview;
    alsoRefused = [...alsoRefused, ...more];
  }
}

interface Look {
  streamKey: string;
  stream: readonly StreamDelivery[];
  options: Options;
  restoreDeleted: boolean;
  /** Deliveries that Strapi will refuse to publish, by position. */
  alsoRefused: readonly number[];
}

/** @returns with it, the positions of deliveries that Strapi will refuse to publish. */
async function previewOnce(
  strapi: Core.Strapi,
  { streamKey, stream, options, restoreDeleted, alsoRefused }: Look,
): Promise<{ preview: ArticlePreview; refused: number[] } | null> {
  const mapping = mappingOf(strapi);
  const run = beginRun(strapi, { options, mapping, preview: true });
  const placed = await placeStream(run, streamKey, stream, { alsoRefused });
  const known = await ledgerOf(strapi).streams.read(streamKey);
  const state = onTarget(known ?? untouched(streamKey, mapping.uid), mapping.uid);
  const asked = { ...state, restore: state.restore || restoreDeleted };
  const wanted = wantedArticle(placed, asked);
  if (!wanted) return null;
  const article = known ? { ...wanted, stored: known } : wanted;
  const first = await prepareArticle(strapi, article);
  const prepared = first.madeAgain
    ? await prepareArticle(strapi, { ...article, state: withoutEntry(article.state) })
    : first;
  const { documentId, present, plan, isDeleted, adopts } = prepared;
  const { articleId } = wanted;
  const title = beginningOf(wanted.title);
  if (isDeleted) {
    const nothing = {
      adopts,
      fields: [],
      publication: 'none' as const,
      plannedAt: null,
      states: [],
    };
    const preview = { articleId, title, documentId: null, action: 'deleted' as const, ...nothing };
    return { preview, refused: [] };
  }
  const refused = await expectRefusal(strapi, wanted, prepared);
  const fields = Object.entries(plan.merge.write).map(([field, to]) => ({
    field,
    from: shortened(present.draft?.[field]),
    to: shortened(to),
  }));
  const planned = mapping.draftAndPublish && !prepared.isEditors ? placed.desired.planned : null;
  const publication = refused.length > 0 ? stepInstead(prepared) : plan.step;
  // What is refused waits, and so does what would take somebody's changes along.
  const waiting = publication === 'hold' ? wanted.publication?.position : refused[0];
  const states = stream.flatMap(({ deliveryId, position, state: from }) => {
    const decided = placed.desired.states.get(position)?.state;
    const to = decided && position === waiting ? 'parked' : decided;
    return to && to !== from ? [{ deliveryId, from, to }] : [];
  });
  const isHeldAlready =
    publication === 'hold' && state.hold?.position === waiting && !state.hold?.released;
  const preview: ArticlePreview = {
    articleId,
    title,
    documentId: present.draft ? documentId : null,
    action: present.draft === null ? 'create' : fields.length > 0 ? 'update' : 'none',
    adopts,
    fields,
    publication: isHeldAlready ? 'none' : publication,
    plannedAt: samePlan(state.planned, planned) ? null : plannedTime(planned, options),
    states,
  };
  return { preview, refused };
}

/** What is done in the place of a publication that is refused: nothing where an editor's changes are in the way. */
const stepInstead = ({ instead }: PreparedArticle): ArticlePreview['publication'] =>
  instead === null || instead.step === 'hold' ? 'none' : instead.step;

const plannedTime = (planned: Planned | null, options: Options): string | null =>
  planned && new Date(plannedInstant(planned.day, options.planned)).toISOString();

/** A value as a preview shows it: long texts by their beginning. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  }
  const json = JSON.stringify(value ?? null);
  return json.length > MAX_TEXT ? `${json.slice(0, MAX_TEXT)}…` : (value ?? null);
}
