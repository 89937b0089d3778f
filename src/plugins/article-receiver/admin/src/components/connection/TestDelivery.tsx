import { Button, Flex, Link, Typography } from '@strapi/design-system';
import { CheckCircle, CrossCircle, PaperPlane } from '@strapi/icons';
import { NavLink } from 'react-router-dom';
import type { TestStep } from '../../../../shared/settings/settings';
import { useAct } from '../../hooks/use-act';
import { useArticleType } from '../../hooks/use-article-type';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useMay, useReadableTypes } from '../../permissions';
import {
  useGetReceiverTestsQuery,
  useRemoveReceiverTestsMutation,
  useSendReceiverTestMutation,
} from '../../services/settings';
import { ActionDialog } from '../ActionDialog';
import { addressOfArticle, addressOfDelivery } from '../../utils/addresses';
import { useFormat } from '../../wording/format';
import { useTestDetail } from '../../wording/test-detail';
import { useText } from '../../wording/text';

/** Sends a made-up delivery the way that real ones take, and shows each step of it. */
export function TestDelivery({ onWorked }: { onWorked?: () => void }) {
  const text = useText();
  const act = useAct();
  const [send, { data: test, isLoading, reset }] = useSendReceiverTestMutation();
  const { data: count } = useGetReceiverTestsQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [remove] = useRemoveReceiverTestsMutation();
  // The button that removes them goes with the last.
  const place = useKeepFocus(count === undefined ? null : String(count));
  const contentType = useArticleType();
  const may = useMay();
  const mayOpen = useReadableTypes([contentType]).length > 0;
  const entry = addressOfArticle({
    documentId: test?.documentId ?? null,
    contentType,
    locale: null,
  });
  const sendOne = async () => {
    const asked = send();
    await act(asked, ({ steps }) =>
      steps.every(({ ok }) => ok) ? 'test.done' : { partly: 'test.stuck' },
    );
    const outcome = await asked;
    if ('data' in outcome && outcome.data.steps.every(({ ok }) => ok)) onWorked?.();
  };
  const removeAll = async () => {
    if (await act(remove(), 'test.removed')) reset();
  };
  return (
    <Flex {...place} direction="column" alignItems="stretch" gap={4}>
      <Typography textColor="neutral600">{text('test.hint')}</Typography>
      <Flex gap={2} wrap="wrap">
        <Button
          variant="secondary"
          startIcon={<PaperPlane />}
          // Not disabled, as it would lose the focus.
          aria-disabled={isLoading}
          onClick={() => {
            if (!isLoading) void sendOne();
          }}
        >
          {text(isLoading ? 'test.sending' : 'test.send')}
        </Button>
        {count !== undefined && count > 0 && (
          <ActionDialog
            label={text('test.remove')}
            variant="tertiary"
            disabled={isLoading}
            onConfirm={removeAll}
          >
            {text('test.remove.body', { count })}
          </ActionDialog>
        )}
      </Flex>
      {test && (
        <Flex tag="ol" direction="column" alignItems="stretch" gap={2} aria-live="polite">
          {test.steps.map((step) => (
            <Step key={step.name} step={step} />
          ))}
        </Flex>
      )}
      {test && (
        <Flex gap={4} wrap="wrap">
          {test.deliveryId && may.read && (
            <Link tag={NavLink} to={addressOfDelivery(test.deliveryId)}>
              {text('test.delivery')}
            </Link>
          )}
          {entry && mayOpen && (
            <Link tag={NavLink} to={entry}>
              {text('delivery.article')}
            </Link>
          )}
        </Flex>
      )}
    </Flex>
  );
}

function Step({ step }: { step: TestStep }) {
  const { name, ok, ms } = step;
  const text = useText();
  const tell = useTestDetail();
  const format = useFormat();
  const Mark = ok ? CheckCircle : CrossCircle;
  return (
    <Flex tag="li" gap={2} alignItems="flex-start">
      <Mark
        fill={ok ? 'success600' : 'danger600'}
        role="img"
        aria-label={text(ok ? 'test.step.ok' : 'test.step.failed')}
        style={{ flexShrink: 0, marginTop: '0.2rem' }}
      />
      <Typography textColor="neutral800" style={{ overflowWrap: 'anywhere' }}>
        <strong>{text(`test.step.${name}`)}</strong> {tell(step)}{' '}
        <Typography variant="pi" textColor="neutral600">
          {format.duration(ms)}
        </Typography>
      </Typography>
    </Flex>
  );
}
