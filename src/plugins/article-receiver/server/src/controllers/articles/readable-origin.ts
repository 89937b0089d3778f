import type { Core } from '@strapi/types';
import type { LostImage, ServiceFacts } from '../../../../shared/articles/articles';
import { toldReason, type ReasonCode } from '../../../../shared/deliveries/reasons';
import type { Waits } from '../../../../shared/decisions/waiting';
import { UIDS } from '../../content-types/uids';
import { mayTell, type MayField } from '../../entries/readable';
import type { StreamDocument } from '../../ledger/streams/documents';
import type { KnownOrigin } from '../../views/article/origin';
import { campaignOf } from '../../views/article/reference-labels';

/** Who asks about an article. */
export interface Asking {
  mayRead: MayField;
  /** Whether they may see all deliveries, and so everything that the service said. */
  readsLog: boolean;
}

/** The fields of Article that have what a reason quotes of the service. */
const QUOTED: Partial<Record<ReasonCode, string>> = {
  statusUnmapped: 'sourceStatus',
  statusIgnored: 'sourceStatus',
  localeMissing: 'language',
  localeUnknown: 'language',
  localeMoves: 'language',
};

/**
 * Of what is known of an article, what whoever asks may read. What the service said is, on the plugin's
 * own Article, in fields with permissions of their own; on a type of the site's own it is for whoever may
 * read the entry.
 */
export function readableOrigin(
  strapi: Core.Strapi,
  document: StreamDocument,
  { mayRead, readsLog }: Asking,
) {
  const { documentId, contentType } = document;
  const isOurs = contentType === UIDS.article;
  const may = (field: string): boolean => !isOurs || mayRead(documentId, field);

  function facts(said: ServiceFacts): ServiceFacts {
    const told = <Field extends keyof ServiceFacts>(field: Field) =>
      may(field) ? said[field] : null;
    return {
      sourceStatus: told('sourceStatus'),
      campaign: told('campaign'),
      reviewVerdict: told('reviewVerdict'),
      reviewScore: told('reviewScore'),
      qualitySummary: told('qualitySummary'),
      qualityFailedChecks: told('qualityFailedChecks'),
      plannedForDate: told('plannedForDate'),
    };
  }

  /** The campaign that an editor put the article into; what the service says where the type has none. */
  async function campaign(service: ServiceFacts | null): Promise<string | null> {
    if (!isOurs) return service?.campaign ?? null;
    return may('campaign') ? campaignOf(strapi, documentId) : null;
  }

  const images = (lost: readonly LostImage[]): LostImage[] => (may('images') ? [...lost] : []);

  return {
    /** What is known of it, whoever asks, without what they may not read. */
    async known({ service: said, ...origin }: Omit<KnownOrigin, 'streamKey'>) {
      const service = said && facts(said);
      const mayId = readsLog || mayTell(strapi, mayRead, document, 'sourceId');
      return {
        ...origin,
        articleId: mayId ? origin.articleId : null,
        service,
        campaign: await campaign(service),
        heldFields: origin.heldFields.filter((field) => mayRead(documentId, field)),
        lostImages: images(origin.lostImages),
      };
    },

    /** What waits in it: that something does is for everybody who may read it, not what is quoted there. */
    questions: (all: readonly Waits[]): Waits[] =>
      all.map((waits) => {
        const field = waits.reasonCode === null ? undefined : QUOTED[waits.reasonCode];
        const isHidden = field !== undefined && !readsLog && !may(field);
        return isHidden ? { ...waits, ...toldReason(null) } : waits;
      }),
  };
}
