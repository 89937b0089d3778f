import { Flex, Grid, Typography } from '@strapi/design-system';
import type { QuarantineRoom, RetentionSummary } from '../../../../shared/settings/retention';
import { Card } from '../../components/Card';
import { useMay } from '../../permissions';
import { useGetReceiverRetentionQuery } from '../../services/settings';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { NumberField } from './fields';

const MIB = 1024 * 1024;
const SHOWN_DAYS = 90;

/** How long what nobody needs any more is kept, and what dropping it would free. */
export function RetentionCard() {
  const text = useText();
  const may = useMay();
  const { data } = useGetReceiverRetentionQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip: !may.read,
  });
  return (
    <Card title={text('settings.retention')}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Typography textColor="neutral600">{text('settings.retention.hint')}</Typography>
        <Grid.Root gap={5}>
          {(['bodies', 'images', 'discarded'] as const).map((kind) => (
            <Grid.Item key={kind} col={6} xs={12} direction="column" alignItems="stretch" gap={2}>
              <NumberField path={`retention.${kind}Days`} label={`settings.retention.${kind}`} />
              {data && <Frees kept={data[kind]} />}
            </Grid.Item>
          ))}
          <Grid.Item col={6} xs={12} direction="column" alignItems="stretch" gap={2}>
            <NumberField
              path="retention.quarantineBytes"
              label="settings.retention.quarantine"
              hint="settings.retention.quarantine.hint"
              scale={MIB}
            />
            {data && <Holds room={data.quarantine} />}
          </Grid.Item>
        </Grid.Root>
      </Flex>
    </Card>
  );
}

function Holds({ room: { bytes, maxBytes } }: { room: QuarantineRoom }) {
  const text = useText();
  const format = useFormat();
  return (
    <Typography variant="pi" textColor="neutral600">
      {text('settings.retention.holds', {
        size: format.mebibytes(bytes),
        max: format.mebibytes(maxBytes),
      })}
    </Typography>
  );
}

function Frees({ kept: { keptDays, frees } }: { kept: RetentionSummary['bodies'] }) {
  const text = useText();
  const format = useFormat();
  return (
    <Typography variant="pi" textColor="neutral600">
      {text('settings.retention.frees', {
        days: keptDays ?? SHOWN_DAYS,
        count: frees.count,
        size: format.bytes(frees.bytes),
      })}
    </Typography>
  );
}
