import type { ServiceFacts } from '../../../shared/articles/articles';
import { Facts } from '../components/facts/Facts';
import { useFieldName, valueText } from '../wording/fields';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';
import type { ArticleDocument } from './panel-props';

interface OriginFactsProps {
  /** Null on a type of the site's own. */
  document: ArticleDocument | null;
  /** The same from the log; null until it is known. */
  service: ServiceFacts | null;
  campaign: string | null;
  /** Fields in which the draft has an editor's value. */
  heldFields: string[];
}

/** What the service says about the article, and where an editor has the last word. */
export function OriginFacts({ document, service, campaign, heldFields }: OriginFactsProps) {
  const text = useText();
  const fieldName = useFieldName();
  const format = useFormat();
  // On a type of the site's own the server answers from the log.
  const said = (field: keyof ServiceFacts) => document?.[field] ?? service?.[field] ?? null;
  const word = (field: keyof ServiceFacts) => {
    const value = said(field);
    return typeof value === 'string' ? value : null;
  };
  const sourceStatus = word('sourceStatus');
  const reviewVerdict = word('reviewVerdict');
  const qualitySummary = word('qualitySummary');
  const plannedForDate = word('plannedForDate');
  const reviewScore = said('reviewScore');
  const checks = said('qualityFailedChecks');
  const score = typeof reviewScore === 'number' ? format.number(reviewScore) : null;
  const review =
    reviewVerdict && score
      ? text('panel.review.scored', { verdict: reviewVerdict, score })
      : (reviewVerdict ?? score);
  const failedChecks = Array.isArray(checks) ? checks.map(checkName) : [];
  return (
    <Facts
      facts={[
        [text('panel.campaign'), campaign],
        [text('field.sourceStatus'), sourceStatus],
        [text('panel.review'), review],
        [text('panel.quality'), qualitySummary],
        [text('panel.failedChecks'), failedChecks.length > 0 && <List items={failedChecks} />],
        [text('panel.planned'), plannedForDate && format.day(plannedForDate)],
        [
          text('panel.heldFields'),
          heldFields.length > 0 && <List items={heldFields.map(fieldName)} />,
        ],
      ]}
    />
  );
}

/** The feed sends names, or objects that have one. */
function checkName(check: unknown): string {
  if (typeof check !== 'object' || check === null) return String(check);
  const { name, message, check: id } = check as Record<string, unknown>;
  const words = [name ?? id, message].filter((word) => typeof word === 'string');
  return words.length > 0 ? words.join(': ') : valueText(check, {});
}

function List({ items }: { items: string[] }) {
  return (
    <ul>
      {items.map((item, index) => (
        <li key={index}>{item}</li>
      ))}
    </ul>
  );
}
