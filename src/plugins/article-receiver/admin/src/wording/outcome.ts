import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import type { DeliverySummary } from '../../../shared/deliveries/deliveries';
import type { OutcomePart } from '../../../shared/deliveries/outcomes';
import { useFieldName } from './fields';
import { useFormat } from './format';
import { useIssue, useReason } from './reason';
import { inARow } from './sentence';
import { useText } from './text';

type Told = Pick<DeliverySummary, 'outcome' | 'reason' | 'reasonCode' | 'reasonValues'>;

/** Says what became of a delivery in a sentence or two, in the administrator's language. */
export function useOutcome() {
  const text = useText();
  const { instant } = useFormat();
  const { formatList } = useIntl();
  const explain = useReason();
  const fieldName = useFieldName();
  const explainIssue = useIssue();
  return useCallback(
    (delivery: Told): string => {
      const names = (fields: readonly string[]) => formatList(fields.map(fieldName));
      const say = (part: OutcomePart): string | null => {
        switch (part.code) {
          case 'reason':
            return explain(delivery);
          case 'draftExcept':
          case 'bothExcept':
          case 'publicExcept':
          case 'kept':
          case 'publicationWaits':
            return text(`outcome.${part.code}`, { fields: names(part.fields) });
          case 'publicationLacks':
          case 'publicationTaken':
          case 'publicationMisfits':
            return text(`outcome.${part.code}`, {
              fields: names(part.fields),
              count: part.fields.length,
            });
          case 'publicationLacksAndMisfits':
            return text('outcome.publicationLacksAndMisfits', {
              empty: names(part.empty),
              count: part.empty.length,
              fields: names(part.fields),
            });
          case 'suggestions':
            return text('outcome.suggestions', { count: part.count });
          case 'images':
            return text('outcome.images', { count: part.count, why: explainIssue(part.issue) });
          case 'otherSlug':
            return text('outcome.otherSlug', { slug: part.slug, wanted: part.wanted });
          case 'wordUndecided':
            return text('outcome.wordUndecided', { word: part.word });
          case 'deletedHere': {
            if (part.at === null) return text('outcome.deletedHere');
            const at = instant(part.at);
            return part.name === null
              ? text('outcome.deletedHereAt', { at })
              : text('outcome.deletedHereBy', { at, name: part.name });
          }
          case 'left':
          case 'notPublished':
            return text(`outcome.${part.code}`, { name: part.name, at: instant(part.at) });
          case 'planned':
          case 'replaced':
          case 'newerDraft':
          case 'retry':
          case 'leftOut':
            return text(`outcome.${part.code}`, { at: instant(part.at) });
          case 'arriving':
          case 'draft':
          case 'both':
          case 'public':
          case 'nothing':
          case 'published':
          case 'unpublished':
          case 'unpublishedChanged':
          case 'offlineByHand':
          case 'publicByHand':
          case 'replacedByNewer':
          case 'failed':
          case 'unusable':
            return text(`outcome.${part.code}`);
        }
      };
      return inARow(delivery.outcome.map(say).filter((said): said is string => Boolean(said)));
    },
    [text, instant, formatList, explain, explainIssue, fieldName],
  );
}
