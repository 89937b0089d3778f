import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { isProjection } from '../../entries/as-projection';
import { copyByHand } from '../by-hand/copies';
import { publishByHand, type ByHand } from '../by-hand/publish-by-hand';
import { dropChanges } from '../by-hand/drop-changes';
import { saveChanges, type Save } from '../by-hand/keep-newer';
import { deleteByHand } from '../by-hand/delete-by-hand';
import { mappingOf } from '../../entries/mapping-of';
import { watchDocuments } from '../../strapi/watch-documents';
import { whenCommitted } from './when-committed';
import { explain } from '../../faults/explain';

/** Actions that may settle what a publication waits for, or leave nothing to publish. */
const SETTLING: readonly string[] = [
  'publish',
  'unpublish',
  'discardDraft',
  'delete',
] satisfies ByHand['action'][];
const isSettling = (action: string): action is ByHand['action'] => SETTLING.includes(action);

/** Actions that make an article, perhaps a copy of the feed's. */
const MAKING = new Set(['create', 'clone']);

/** Whether an article needs attention is not for editors to write, nor for copies to inherit. */
function keepAttention(action: string, params: Pick<Partial<Save>, 'data'>): void {
  if (MAKING.has(action)) params.data = { ...params.data, needsAttention: false };
  else if (params.data) delete params.data.needsAttention;
}

/** Called once an editor's work is committed. */
interface Watching {
  /** Somebody published, unpublished, discarded or deleted an article. */
  onSettled(work: ByHand): Promise<void>;
  /** An article has something to offer to somebody who has just saved it. */
  onOffer(streamKey: string): Promise<void>;
}

/**
 * Watches what anybody but the projection does to articles. What it misses is settled by the article's next
 * delivery or by a release.
 */
export function watchEditors(strapi: Core.Strapi, { onSettled, onOffer }: Watching): void {
  const later = (work: () => Promise<void>) =>
    whenCommitted(strapi, () =>
      work().catch((error: unknown) => {
        strapi.log.warn(`article-receiver: an editor's work was not looked at: ${explain(error)}`);
      }),
    );

  watchDocuments(strapi, async (act, next) => {
    if (isProjection()) return next();
    const { action, params, uid } = act;
    if (uid !== mappingOf(strapi).uid) {
      // What somebody deletes where articles went before is not to come back where they go now.
      const { documentId } = params;
      return action === 'delete' && documentId
        ? deleteByHand(strapi, { uid, documentId }, next)
        : next();
    }
    // On a type of the site's own a field of that name is the site's.
    if (uid === UIDS.article) keepAttention(action, params);
    if (action === 'clone' && params.documentId) {
      const { documentId, data = {}, locale } = params;
      return copyByHand(strapi, { documentId, data, locale }, (wanted) => {
        act.params = { ...params, data: wanted };
        return next();
      });
    }
    if (action === 'update' && params.documentId && params.data) {
      const { documentId, data, locale } = params;
      const place = typeof locale === 'string' && locale !== '' ? { locale } : {};
      const saving = () =>
        saveChanges(strapi, { documentId, data, ...place }, (wanted) => {
          act.params = { ...params, data: wanted };
          return next();
        });
      const published = isPublishing(strapi, params)
        ? ({ documentId, action: 'publish', locale } satisfies ByHand)
        : null;
      const { result, offering } = await (published
        ? publishByHand(strapi, published, saving)
        : saving());
      if (offering !== null) await later(() => onOffer(offering));
      if (published) await later(() => onSettled(published));
      return result;
    }
    const { documentId, locale } = params;
    if (!documentId || !isSettling(action)) return next();
    const work = { documentId, action, locale };
    const result = await byHand(strapi, { ...work, uid }, next);
    await later(() => onSettled(work));
    return result;
  });
}

/** Whether a save publishes the entry as well: as the Content API does, unless told otherwise. */
const isPublishing = (strapi: Core.Strapi, { status }: { status?: string }): boolean =>
  status === 'published' && mappingOf(strapi).draftAndPublish;

/** Carries out an editor's action, and records what it means for the article. */
function byHand(
  strapi: Core.Strapi,
  work: ByHand & { uid: string },
  next: () => Promise<unknown>,
): Promise<unknown> {
  if (work.action === 'discardDraft') return dropChanges(strapi, work, next);
  if (work.action === 'delete') return deleteByHand(strapi, work, next);
  return publishByHand(strapi, work, next);
}
