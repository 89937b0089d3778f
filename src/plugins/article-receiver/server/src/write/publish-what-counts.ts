import type { Core } from '@strapi/types';
import {
  pastInstead,
  pastWithout,
  type ArticlePlan,
  type LastWritten,
} from '../projection/article/plan-article';
import { refusedNow, type Refused } from '../projection/article/refused';
import type { WantedArticle, ArticleWord } from '../article-content/wanted-article';
import type { PreparedArticle } from './prepare-article';
import { publishArticle } from './publish-article';
import type { RefusedPublication } from './refused-publication';

/** The result of carrying out the feed's words on an article's publication. */
export interface Publication {
  /** Why Strapi refused what the feed wants; null where it did not. */
  refusal: RefusedPublication | null;
  /** The error after which it is tried again, and the delivery concerned; null where there was none. */
  fault: { error: unknown; position: number } | null;
  /** The word that was carried out, with its plan; null where none was. */
  done: { word: ArticleWord | null; plan: ArticlePlan } | null;
  /** Position of an older delivery that Strapi refused to publish as well; null where it did not. */
  refusedToo: number | null;
  /** What the stream remembers of it. */
  past: LastWritten;
}

/**
 * Carries out what the feed says of an article's publication, once its draft is written. Where Strapi refuses
 * the newest word, the one before it counts, so that the order of arrival makes no difference.
 */
export async function publishWhatCounts(
  strapi: Core.Strapi,
  article: WantedArticle,
  prepared: PreparedArticle,
  documentId: string,
): Promise<Publication> {
  const { plan, present, instead } = prepared;
  const { state, publication: word } = article;
  const { refusal, fault } = await publishArticle(strapi, article, prepared, documentId);
  const result: Publication = {
    refusal,
    fault: null,
    done: null,
    refusedToo: null,
    past: plan.past,
  };
  if (word && fault !== null) {
    const past = pastWithout(plan, present, state, state.refused);
    return { ...result, fault: { error: fault, position: word.position }, past };
  }
  if (!word || !refusal) return { ...result, done: { word, plan } };

  const { publishedFingerprint: fingerprint } = plan.past;
  const latest: Refused = {
    position: word.position,
    fields: refusal.fields,
    ...(word.effect === 'unpublish' ? { isOffline: true } : {}),
    ...(fingerprint === null ? {} : { fingerprint }),
  };
  const pastWith = (tried: Parameters<typeof refusedNow>[2]) =>
    pastWithout(plan, present, state, refusedNow(state.refused, latest, tried));
  const older = article.instead;
  // Unpublished edits must not go out with the older word either.
  if (!older || !instead || instead.step === 'hold') return { ...result, past: pastWith(null) };
  const second = await publishArticle(
    strapi,
    { ...article, publication: older },
    { ...prepared, plan: instead },
    documentId,
  );
  const { position } = older;
  if (second.refusal)
    return { ...result, refusedToo: position, past: pastWith({ position, isRefused: true }) };
  if (second.fault !== null)
    return { ...result, fault: { error: second.fault, position }, past: pastWith(null) };
  const refused = refusedNow(state.refused, latest, { position, isRefused: false });
  const done = { word: older, plan: instead };
  return { ...result, done, past: pastInstead(instead, state, refused) };
}
