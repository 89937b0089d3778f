import { Typography } from '@strapi/design-system';
import type { AttemptSummary } from '../../../../shared/deliveries';
import { Card } from '../../components/Card';
import { Instant } from '../../components/Instant';
import { SimpleTable } from '../../components/SimpleTable';
import { StateBadge } from '../../components/StateBadge';
import { useFieldName } from '../../utils/fields';
import { useFormat } from '../../utils/format';
import { useReason } from '../../utils/reason';
import { useText } from '../../utils/text';

const took = ({ startedAt, finishedAt }: AttemptSummary) =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** Each time somebody or something worked on the delivery, newest first. */
export function AttemptsCard({ attempts }: { attempts: AttemptSummary[] }) {
  const text = useText();
  const fieldName = useFieldName();
  const format = useFormat();
  const explain = useReason();
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
            [explain(attempt), attempt.changes.map(fieldName).join(', ')]
              .filter(Boolean)
              .join(' ') || text('attempt.nothing'),
          ])}
        />
      )}
    </Card>
  );
}
