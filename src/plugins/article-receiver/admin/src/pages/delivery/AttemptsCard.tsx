import { useId, useState } from 'react';
import { Flex, TextButton, Typography } from '@strapi/design-system';
import { CaretDown, CaretUp } from '@strapi/icons';
import { useIntl } from 'react-intl';
import { styled } from 'styled-components';
import type { AttemptSummary } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { Instant } from '../../components/Instant';
import { SimpleTable } from '../../components/facts/SimpleTable';
import { StateBadge } from '../../components/StateBadge';
import { useFieldName } from '../../wording/fields';
import { useFormat } from '../../wording/format';
import { useReason } from '../../wording/reason';
import { useText } from '../../wording/text';

/**
 * No wider than its table, however long a word of the service's in it is. On a phone, where the table is
 * scrolled sideways, wide enough to be read; one word a line is not.
 */
const DidCell = styled.div`
  overflow-wrap: anywhere;

  @media (max-width: 519px) {
    min-width: 18rem;
  }
`;

const took = ({ startedAt, finishedAt }: AttemptSummary) =>
  Date.parse(finishedAt) - Date.parse(startedAt);

/** What an attempt did besides writing fields. That a publication is held, its reason says. */
const STEPS = ['publish', 'unpublish'] as const;

const isStep = (change: string): boolean =>
  change === 'hold' || STEPS.some((one) => one === change);

/**
 * As many fields are named in a sentence; more, when somebody wants to know. They are not counted: a first
 * attempt writes some that were empty and stay so, which are no changes above.
 */
const NAMED_FIELDS = 5;

/** Each time somebody or something worked on the delivery, newest first. */
export function AttemptsCard({ attempts }: { attempts: AttemptSummary[] }) {
  const text = useText();
  const format = useFormat();
  const headers = ['startedAt', 'took', 'outcome', 'changes'] as const;
  return (
    <Card title={text('delivery.attempts')}>
      {attempts.length === 0 ? (
        <Typography textColor="neutral600">{text('attempt.none')}</Typography>
      ) : (
        <SimpleTable
          headers={headers.map((header) => text(`attempt.${header}`))}
          rows={attempts.map((attempt) => [
            <div key="at" style={{ minWidth: '10rem' }}>
              <Instant at={attempt.startedAt} precision="medium" />
            </div>,
            <span key="took" style={{ whiteSpace: 'nowrap' }}>
              {format.duration(took(attempt))}
            </span>,
            <StateBadge key="state" state={attempt.outcome} />,
            <DidCell key="did">
              <Did attempt={attempt} />
            </DidCell>,
          ])}
        />
      )}
    </Card>
  );
}

/** What came of an attempt, and what it wrote. */
function Did({ attempt }: { attempt: AttemptSummary }) {
  const text = useText();
  const fieldName = useFieldName();
  const { formatList } = useIntl();
  const explain = useReason();
  const fields = attempt.changes.filter((change) => !isStep(change)).map(fieldName);
  const isLong = fields.length > NAMED_FIELDS;
  const said = [
    explain(attempt),
    fields.length > 0 && !isLong && text('attempt.changed', { fields: formatList(fields) }),
    ...STEPS.map((step) => attempt.changes.includes(step) && text(`outcome.${step}ed`)),
  ].filter(Boolean);
  if (!isLong) return said.length > 0 ? said.join(' ') : text('attempt.nothing');
  return (
    <Flex direction="column" alignItems="flex-start" gap={2}>
      {said.length > 0 && <span>{said.join(' ')}</span>}
      <ManyFields fields={fields} />
    </Flex>
  );
}

function ManyFields({ fields }: { fields: string[] }) {
  const text = useText();
  const { formatList } = useIntl();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <>
      <TextButton
        endIcon={isOpen ? <CaretUp aria-hidden /> : <CaretDown aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {text('attempt.many')}
      </TextButton>
      {isOpen && <span id={id}>{formatList(fields)}</span>}
    </>
  );
}
