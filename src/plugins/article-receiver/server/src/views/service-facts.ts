import type { Core } from '@strapi/types';
import type { ServiceFacts } from '../../../shared/articles';
import { optionsOf } from '../config/site-options';
import { campaignIdOf } from '../delivery/identity';
import { readStream } from '../ledger/deliveries';
import { lookAtDelivery } from '../ledger/load-delivery';
import { evolve } from '../projection/evolve';

/**
 * What the delivery that an article's draft shows says of it besides its content. From the log, so
 * that it is known whatever type the article goes to. Null where nothing of the article is shown,
 * or retention dropped that body.
 */
export async function serviceFacts(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<ServiceFacts | null> {
  const stream = await readStream(strapi, streamKey);
  const shown = stream.filter(({ state }) => state !== 'failed');
  const { draft } = evolve(shown, { ...optionsOf(strapi), now: Date.now() });
  const stored = draft === null ? null : await lookAtDelivery(strapi, draft);
  if (!stored) return null;
  const { article } = stored.delivery;
  return {
    sourceStatus: article.status,
    campaign: article.campaign?.name || campaignIdOf(article),
    reviewVerdict: article.reviewVerdict,
    reviewScore: article.reviewScore,
    qualitySummary: article.qualitySummary,
    qualityFailedChecks: article.qualityFailedChecks,
    plannedForDate: article.contentPlan?.plannedForDate ?? null,
  };
}
