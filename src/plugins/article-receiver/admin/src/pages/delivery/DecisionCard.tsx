import { useState } from 'react';
import { Button, Flex, Radio, Typography } from '@strapi/design-system';
import type { DeliveryDetail, PendingDecision } from '../../../../shared/deliveries/deliveries';
import { EFFECTS } from '../../../../shared/settings/settings';
import { Card } from '../../components/Card';
import { useAct } from '../../hooks/use-act';
import { useMay } from '../../permissions';
import { useDecideReceiverWordMutation } from '../../services/deliveries';
import { useText } from '../../wording/text';

/** For a delivery with a status or a language that nobody has decided on: the decision. */
export function DecisionCard({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const may = useMay();
  const { decision, deliveryId } = delivery;
  if (decision === null) return null;
  const obstacle = decision.fixedByConfig
    ? 'decision.fixed'
    : may.act && may.configure
      ? null
      : 'decision.forbidden';
  return (
    <Card title={text(titleOf(decision), { word: decision.word })}>
      {obstacle ? (
        <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
          {text(obstacle, { word: decision.word })}
        </Typography>
      ) : (
        <DecisionForm deliveryId={deliveryId} decision={decision} />
      )}
    </Card>
  );
}

interface DecisionFormProps {
  deliveryId: string;
  decision: PendingDecision;
}

const titleOf = ({ kind }: PendingDecision) =>
  kind === 'status' ? 'decision.title' : 'decision.language.title';

/** What can be decided: an effect of a status, a locale for a language. */
function useChoices({ kind, locales }: PendingDecision): { value: string; label: string }[] {
  const text = useText();
  if (kind === 'language') return locales.map((value) => ({ value, label: value }));
  return EFFECTS.map((value) => ({
    value,
    label: text('pair', { name: text(`effect.${value}`), value: text(`effect.${value}.hint`) }),
  }));
}

function DecisionForm({ deliveryId, decision }: DecisionFormProps) {
  const { kind, word, deliveries } = decision;
  const text = useText();
  const act = useAct();
  const [decide, { isLoading }] = useDecideReceiverWordMutation();
  const [chosen, setChosen] = useState('');
  const choices = useChoices(decision);
  const effect = EFFECTS.find((known) => known === chosen);
  const hint = kind === 'status' ? 'decision.hint' : 'decision.language.hint';
  return (
    <Flex direction="column" alignItems="flex-start" gap={4}>
      <Typography textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
        {text(hint, { word })}
      </Typography>
      <Radio.Group
        aria-label={text(titleOf(decision), { word })}
        value={chosen}
        onValueChange={setChosen}
      >
        {choices.map(({ value, label }) => (
          <Radio.Item key={value} value={value}>
            {label}
          </Radio.Item>
        ))}
      </Radio.Group>
      {/* Not disabled while it is asked for: refused, it would have lost the focus. */}
      <Button
        disabled={chosen === ''}
        aria-disabled={chosen === '' || isLoading}
        onClick={() => {
          if (isLoading) return;
          const decided = effect ? { effect } : { locale: chosen };
          const done = kind === 'status' ? 'decision.done' : 'decision.language.done';
          void act(decide({ deliveryId, ...decided }), done);
        }}
      >
        {text('decision.decide', { count: deliveries })}
      </Button>
    </Flex>
  );
}
