import { Button, Flex, Typography } from '@strapi/design-system';
import { Download, Eye } from '@strapi/icons';
import type { DeliveryDetail } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { CopyButton } from '../../components/CopyButton';
import { JsonTree } from '../../components/facts/JsonTree';
import { useBody } from '../../hooks/use-body';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

function parsed(body: string): { json: unknown } | null {
  try {
    return { json: JSON.parse(body) };
  } catch {
    return null;
  }
}

/** The body exactly as it arrived; fetched when somebody wants to see it. */
export function BodyCard({ delivery: { deliveryId, bytes } }: { delivery: DeliveryDetail }) {
  const text = useText();
  const format = useFormat();
  const { body, isLoading, show, download } = useBody(deliveryId);
  // The button that showed it is gone.
  const place = useKeepFocus(String(body !== null));
  const tree = body === null ? null : parsed(body);
  return (
    <Card
      title={text('delivery.body')}
      actions={
        <Flex gap={2}>
          {body !== null && <CopyButton value={body} label={text('body.copy')} />}
          {body === null && (
            <Button
              variant="tertiary"
              startIcon={<Eye />}
              loading={isLoading}
              onClick={() => void show()}
            >
              {text('body.show')}
            </Button>
          )}
          <Button variant="tertiary" startIcon={<Download />} onClick={() => void download()}>
            {text('body.download')}
          </Button>
        </Flex>
      }
    >
      <div {...place}>
        {body === null ? (
          <Typography textColor="neutral600">
            {text('body.hint', { size: format.bytes(bytes) })}
          </Typography>
        ) : tree ? (
          <JsonTree value={tree.json} />
        ) : (
          <Typography tag="pre" variant="pi" style={{ whiteSpace: 'pre-wrap' }}>
            {body}
          </Typography>
        )}
      </div>
    </Card>
  );
}
