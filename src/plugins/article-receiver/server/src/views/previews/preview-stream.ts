import type { Core } from '@strapi/types';
import { cutText } from '../../../../shared/cut-text';
import type { ArticlePreview } from '../../../../shared/deliveries/jobs';
import type { Options } from '../../config/options';
import { samePlan, type Planned } from '../../projection/article/evolve';
import { onTarget, untouched, type StreamState } from '../../projection/article/stream-state';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import {
  awaitedDay,
  wantedArticle,
  placeStream,
  type PlacedStream,
} from '../../article-content/place-stream';
import { beginRun } from '../../shared-documents/run';
import { expectRefusal } from '../../write/expect-refusal';
import { prepareArticle, type PreparedArticle } from '../../write/prepare-article';
import { succeededBy } from '../../write/succeeded-by';
import { mappingOf } from '../../entries/mapping-of';
import { plannedInstant } from '../../projection/publication/planned-day';
import { beginningOf } from '../../read-delivery/beginning';

/** Longest text that a preview shows of a value. */
const MAX_TEXT = 300;

/** A stream, as a delivery of it names it. */
export interface NamedStream {
  streamKey: string;
  articleId: string | null;
  title: string | null;
}

/**
 * What projecting a stream would change, field by field. Writes nothing.
 * @param restoreDeleted whether an article that an editor deleted is to come back.
 * @throws Error where Strapi would refuse what is to be written.
 */
export async function previewStream(
  strapi: Core.Strapi,
  named: NamedStream,
  options: Options,
  restoreDeleted: boolean,
): Promise<ArticlePreview> {
  const stream = await ledgerOf(strapi).deliveries.inStream(named.streamKey);
  const look = { named, stream, options, restoreDeleted };
  for (let alsoRefused: number[] = []; ;) {
    const found = await previewOnce(strapi, { ...look, alsoRefused });
    // What Strapi will refuse to publish makes way for what came before it, as in a projection.
    const more = found.refused.filter((position) => !alsoRefused.includes(position));
    if (more.length === 0) return found.preview;
    alsoRefused = [...alsoRefused, ...more];
  }
}

interface Look {
  named: NamedStream;
  stream: readonly StreamDelivery[];
  options: Options;
  restoreDeleted: boolean;
  /** Deliveries that Strapi will refuse to publish, by position. */
  alsoRefused: readonly number[];
}

/** @returns with it, the positions of deliveries that Strapi will refuse to publish. */
async function previewOnce(
  strapi: Core.Strapi,
  { named, stream, options, restoreDeleted, alsoRefused }: Look,
): Promise<{ preview: ArticlePreview; refused: number[] }> {
  const { streamKey } = named;
  const mapping = mappingOf(strapi);
  const run = beginRun(strapi, { options, mapping, preview: true });
  const placed = await placeStream(run, streamKey, stream, { alsoRefused });
  const known = await ledgerOf(strapi).streams.read(streamKey);
  const state = onTarget(known ?? untouched(streamKey, mapping.uid), mapping.uid);
  const asked = { ...state, restore: state.restore || restoreDeleted };
  const wanted = wantedArticle(placed, asked);
  if (!wanted) return { preview: previewOfNothing(placed, named, state), refused: [] };
  const article = known ? { ...wanted, stored: known } : wanted;
  const first = await prepareArticle(strapi, article);
  const prepared = first.madeAgain
    ? await prepareArticle(strapi, {
        ...article,
        state: await succeededBy(strapi, article, first.madeAgain),
      })
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
  const planned = awaitedDay(placed, prepared);
  const publication = refused.length > 0 ? stepInstead(prepared) : plan.step;
  // What is refused waits, and so does what would take somebody's changes along.
  const waiting = publication === 'hold' ? wanted.publication?.position : refused[0];
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
    states: statesAfter(placed, waiting),
  };
  return { preview, refused };
}

/** Of a stream that shows nothing, because all of it is ignored or waits for a decision: its entry stays as it is. */
const previewOfNothing = (
  placed: PlacedStream,
  { articleId, title }: NamedStream,
  { documentId }: StreamState,
): ArticlePreview => ({
  articleId: articleId ?? '',
  title: beginningOf(title ?? ''),
  documentId,
  action: 'none',
  adopts: null,
  fields: [],
  publication: 'none',
  plannedAt: null,
  states: statesAfter(placed),
});

/**
 * The deliveries whose state would change.
 * @param waiting position of the one whose publication is going to wait, where one is.
 */
const statesAfter = (
  { stream, desired }: PlacedStream,
  waiting?: number,
): ArticlePreview['states'] =>
  stream.flatMap(({ deliveryId, position, state: from }) => {
    const decided = desired.states.get(position)?.state;
    const to = decided && position === waiting ? 'parked' : decided;
    return to && to !== from ? [{ deliveryId, from, to }] : [];
  });

/** What is done in the place of a publication that is refused: nothing where an editor's changes are in the way. */
const stepInstead = ({ instead }: PreparedArticle): ArticlePreview['publication'] =>
  instead === null || instead.step === 'hold' ? 'none' : instead.step;

const plannedTime = (planned: Planned | null, options: Options): string | null =>
  planned && new Date(plannedInstant(planned.day, options.planned)).toISOString();

/** A value as a preview shows it: long texts by their beginning. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return beginning(value);
  const json = JSON.stringify(value ?? null);
  return json.length > MAX_TEXT ? beginning(json) : (value ?? null);
}

const beginning = (text: string): string =>
  text.length > MAX_TEXT ? `${cutText(text, MAX_TEXT)}…` : text;
