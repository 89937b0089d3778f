import { useState } from 'react';
import { Button, Flex, Radio, Typography } from '@strapi/design-system';
import type { DeliveryDetail, PendingDecision } from '../../../../shared/deliveries';
import { EFFECTS, type Effect } from '../../../../shared/settings';
import { Card } from '../../components/Card';
import { useAct } from '../../hooks/use-act';
import { useMay } from '../../permissions';
import { useDecideReceiverWordMutation } from '../../services/deliveries';
import { useText } from '../../utils/text';

/** For a delivery whose status word nobody has decided on: the decision. */
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
    <Card title={text('decision.title', { word: decision.word })}>
      {obstacle ? (
        <Typography textColor="neutral800">{text(obstacle, { word: decision.word })}</Typography>
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

function DecisionForm({ deliveryId, decision: { word, deliveries } }: DecisionFormProps) {
  const text = useText();
  const act = useAct();
  const [decide, { isLoading }] = useDecideReceiverWordMutation();
  const [effect, setEffect] = useState<Effect | null>(null);
  return (
    <Flex direction="column" alignItems="flex-start" gap={4}>
      <Typography textColor="neutral600">{text('decision.hint', { word })}</Typography>
      <Radio.Group
        aria-label={text('decision.title', { word })}
        value={effect ?? ''}
        onValueChange={(chosen: string) =>
          setEffect(EFFECTS.find((known) => known === chosen) ?? null)
        }
      >
        {EFFECTS.map((known) => (
          <Radio.Item key={known} value={known}>
            {text(`effect.${known}`)}: {text(`effect.${known}.hint`)}
          </Radio.Item>
        ))}
      </Radio.Group>
      <Button
        disabled={effect === null}
        loading={isLoading}
        onClick={() => effect && void act(decide({ deliveryId, effect }), 'decision.done')}
      >
        {text('decision.decide', { count: deliveries })}
      </Button>
    </Flex>
  );
}
