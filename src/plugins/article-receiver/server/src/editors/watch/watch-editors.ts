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

/** What editors do that may settle what a publication waits for, or leave nothing to publish. */
const SETTLING: readonly string[] = [
  'publish',
  'unpublish',
  'discardDraft',
  'delete',
] satisfies ByHand['action'][];
const isSettling = (action: string): action is ByHand['action'] => SETTLING.includes(action);

/** What editors do that makes an article, perhaps a copy of the feed's. */
const MAKING = new Set(['create', 'clone']);

/** Whether an article needs attention is not for editors to write, nor for copies to inherit. */
function keepAttention(action: string, params: Pick<Partial<Save>, 'data'>): void {
  if (MAKING.has(action)) params.data = { ...params.data, needsAttention: false };
  else if (params.data) delete params.data.needsAttention;
}

/** What is to be done once an editor's work is committed. */
interface Watching {
  /** Somebody published, unpublished, discarded or deleted an article. */
  onSettled(work: ByHand): Promise<void>;
  /** An article has something to offer to somebody who has just saved it. */
  onOffer(streamKey: string): Promise<void>;
}

/**
 * Stands between the articles and everybody but the projection. Hints that it misses wait for the
 * article's next delivery or a release.
 */
export function watchEditors(strapi: Core.Strapi, { onSettled, onOffer }: Watching): void {
  const later = (work: () => Promise<void>) =>
    whenCommitted(strapi, () =>
      work().catch((error: Error) => {
        strapi.log.warn(`article-receiver: an editor's work was not looked at: ${error.message}`);
      }),
    );

  watchDocuments(strapi, async (act, next) => {
    if (act.uid !== mappingOf(strapi).uid || isProjection()) return next();
    const { action, params } = act;
    // A type of the site's own may have a field of that name, which is no business of ours.
    if (act.uid === UIDS.article) keepAttention(action, params);
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
    const result = await byHand(strapi, work, next);
    await later(() => onSettled(work));
    return result;
  });
}

/** Whether what is saved is published with that: as the Content API has it, where nobody says otherwise. */
const isPublishing = (strapi: Core.Strapi, { status }: { status?: string }): boolean =>
  status === 'published' && mappingOf(strapi).draftAndPublish;

/** Does what an editor does, with what it means for what the receiver knows of the article. */
function byHand(strapi: Core.Strapi, work: ByHand, next: () => Promise<unknown>): Promise<unknown> {
  if (work.action === 'discardDraft') return dropChanges(strapi, work.documentId, next);
  if (work.action === 'delete') return deleteByHand(strapi, work.documentId, next);
  return publishByHand(strapi, work, next);
}
