import { Box, Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link } from 'react-router-dom';
import type { Waits } from '../../../shared/decisions/waiting';
import { Notice } from '../components/Notice';
import { useDecides } from '../pages/waiting/use-decides';
import { useWaitsText } from '../pages/waiting/waits-text';
import { addressOfDelivery } from '../utils/addresses';
import { useText } from '../wording/text';

/** What waits in the article and is decided elsewhere: the way there, or who may. */
export function Questions({ questions }: { questions: readonly Waits[] }) {
  return questions.map((waits, index) => (
    <Question key={`${waits.kind} ${waits.reasonCode} ${index}`} waits={waits} />
  ));
}

function Question({ waits }: { waits: Waits }) {
  const text = useText();
  const decides = useDecides();
  const tell = useWaitsText();
  const { kind, deliveryId, reasonValues } = waits;
  const { label, why } = tell(waits);
  // Who may not read that field is told that a word waits, not which.
  const word = String(reasonValues?.word ?? reasonValues?.language ?? '');
  const isOthers = kind === 'word' && !decides(waits);
  // What was refused is put right in the form; all else on the page of a delivery, which not everybody may see.
  const isElsewhere = kind !== 'refused' && deliveryId === null;
  return (
    <Notice>
      <Flex direction="column" alignItems="stretch" gap={3} tag="section" aria-label={label}>
        <Typography fontWeight="bold" textColor="neutral800" tag="h3">
          {label}
        </Typography>
        {why !== null && (
          <Typography variant="pi" textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
            {why}
          </Typography>
        )}
        {isOthers && (
          <Typography
            variant="pi"
            fontWeight="bold"
            textColor="neutral800"
            style={{ overflowWrap: 'anywhere' }}
          >
            {word === '' ? text('decision.forbidden.hidden') : text('decision.forbidden', { word })}
          </Typography>
        )}
        {!isOthers && isElsewhere && (
          <Typography variant="pi" fontWeight="bold" textColor="neutral800">
            {text('question.others')}
          </Typography>
        )}
        {!isOthers && deliveryId !== null && (
          <Box>
            <LinkButton tag={Link} to={addressOfDelivery(deliveryId)} size="S" variant="secondary">
              {text(decides(waits) ? 'waiting.decide' : 'waiting.look')}
            </LinkButton>
          </Box>
        )}
      </Flex>
    </Notice>
  );
}
