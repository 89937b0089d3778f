import { Typography } from '@strapi/design-system';
import { useIntl } from 'react-intl';
import type { AttemptSummary } from '../../../../shared/deliveries';
import { Card } from '../../components/Card';
import { Instant } from '../../components/Instant';
import { SimpleTable } from '../../components/SimpleTable';
import { StateBadge } from '../../components/StateBadge';
import { useFieldName } from '../../wording/fields';
import { useFormat } from '../../wording/format';
import { useReason } from '../../wording/reason';
import { useText } from '../../wording/text';

const took = ({ startedAt, finishedAt }: AttemptSummary) =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** What an attempt did besides writing fields. That a publication is held, its reason says. */
const STEPS = ['publish', 'unpublish'] as const;

const isStep = (change: string): boolean =>
  change === 'hold' || STEPS.some((one) => one === change);

/** Each time somebody or something worked on the delivery, newest first. */
export function AttemptsCard({ attempts }: { attempts: AttemptSummary[] }) {
  const text = useText();
  const fieldName = useFieldName();
  const { formatList } = useIntl();
  const format = useFormat();
  const explain = useReason();
  const did = (attempt: AttemptSummary): string => {
    const fields = attempt.changes.filter((change) => !isStep(change));
    const said = [
      explain(attempt),
      fields.length > 0 && text('attempt.changed', { fields: formatList(fields.map(fieldName)) }),
      ...STEPS.map((step) => attempt.changes.includes(step) && text(`outcome.${step}ed`)),
    ].filter(Boolean);
    return said.length > 0 ? said.join(' ') : text('attempt.nothing');
  };
  const headers = ['startedAt', 'took', 'outcome', 'changes'] as const;
  return (
    <Card title={text('delivery.attempts')}>
      {attempts.length === 0 ? (
        <Typography textColor="neutral600">{text('attempt.none')}</Typography>
      ) : (
        <SimpleTable
          headers={headers.map((header) => text(`attempt.${header}`))}
          rows={attempts.map((attempt) => [
            <Instant key="at" at={attempt.startedAt} precision="medium" />,
            <span key="took" style={{ whiteSpace: 'nowrap' }}>
              {format.duration(took(attempt))}
            </span>,
            <StateBadge key="state" state={attempt.outcome} />,
            did(attempt),
          ])}
        />
      )}
    </Card>
  );
}
