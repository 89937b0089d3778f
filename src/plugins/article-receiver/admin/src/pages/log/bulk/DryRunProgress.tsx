import { Flex, Loader, Typography } from '@strapi/design-system';
import type { DryRun } from '../../../../../shared/deliveries/jobs';
import { Progress } from '../../../components/Progress';
import { useFormat } from '../../../wording/format';
import { useText } from '../../../wording/text';

/** How far a dry run is; nothing once it is over. @param found null before its first part. */
export function DryRunProgress({ found }: { found: DryRun | null }) {
  const text = useText();
  const format = useFormat();
  if (!found) return <Loader>{text('bulk.trying')}</Loader>;
  const { looked, deliveries, next } = found;
  if (next === null) return null;
  const percent = Math.min(100, Math.floor((looked / deliveries) * 100));
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Progress label={text('bulk.trying')} percent={percent} />
      <Typography variant="pi" textColor="neutral600">
        {text('bulk.lookedAt', { looked: format.number(looked), deliveries })}
      </Typography>
    </Flex>
  );
}
