import { Facts } from '../components/Facts';
import { useFormat } from '../utils/format';
import { useText } from '../utils/text';
import type { ArticleDocument } from './panel-props';

interface OriginFactsProps {
  document: ArticleDocument;
  campaign: string | null;
}

/** What the service says about the article. */
export function OriginFacts({ document, campaign }: OriginFactsProps) {
  const text = useText();
  const format = useFormat();
  const { sourceStatus, reviewVerdict, reviewScore, qualitySummary, plannedForDate } = document;
  const score = typeof reviewScore === 'number' ? format.number(reviewScore) : null;
  const review =
    reviewVerdict && score
      ? text('panel.review.scored', { verdict: reviewVerdict, score })
      : (reviewVerdict ?? score);
  return (
    <Facts
      facts={[
        [text('panel.campaign'), campaign],
        [text('field.sourceStatus'), sourceStatus],
        [text('panel.review'), review],
        [text('panel.quality'), qualitySummary],
        [text('panel.planned'), plannedForDate && format.day(plannedForDate)],
      ]}
    />
  );
}
