import { useEffect, useState } from 'react';
import { Box, Button, Flex, IconButton, Typography } from '@strapi/design-system';
import { Cross } from '@strapi/icons';
import type { JobSummary } from '../../../../shared/deliveries/jobs';
import { Progress } from '../../components/Progress';
import { useAct } from '../../hooks/use-act';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useRefresh } from '../../hooks/use-refresh';
import { useMay } from '../../permissions';
import { useChangeReceiverJobMutation, useGetReceiverJobQuery } from '../../services/jobs';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';

const isActive = (job: JobSummary | null | undefined): boolean =>
  job?.state === 'running' || job?.state === 'paused';

interface JobProgressProps {
  /** Told when somebody has seen what it did: the button that was pressed is gone. */
  onClosed: () => void;
}

/** How far the rebuild or bulk redrive is that is under way; and, once it has ended, what it did. */
export function JobProgress({ onClosed }: JobProgressProps) {
  const text = useText();
  const { data: known } = useGetReceiverJobQuery();
  const { data: job } = useGetReceiverJobQuery(undefined, {
    ...useRefresh(known?.state === 'running'),
    refetchOnMountOrArgChange: true,
  });
  // Nothing is announced of a job that had ended before the page was opened.
  const [settled, setSettled] = useState<number | null>(null);
  useEffect(() => {
    if (job !== undefined && settled === null) setSettled(job && !isActive(job) ? job.id : 0);
  }, [job, settled]);
  // A job that ends by itself takes nobody's focus.
  const [isCancelled, setCancelled] = useState(false);
  const place = useKeepFocus(isCancelled && job ? String(isActive(job)) : null);
  if (!job || settled === null || (job.id <= settled && !isActive(job))) return null;
  return (
    <Box {...place} background="neutral0" hasRadius shadow="tableShadow" padding={4} tag="section">
      <Flex direction="column" alignItems="stretch" gap={3}>
        <Flex justifyContent="space-between" gap={4} wrap="wrap">
          <Typography fontWeight="bold" textColor="neutral800" tag="h2" aria-live="polite">
            {text(`job.${job.kind}.${job.state}`)}
          </Typography>
          {isActive(job) ? (
            <JobActions job={job} onCancel={() => setCancelled(true)} />
          ) : (
            <IconButton
              label={text('close')}
              variant="ghost"
              onClick={() => {
                setSettled(job.id);
                onClosed();
              }}
            >
              <Cross />
            </IconButton>
          )}
        </Flex>
        <Numbers job={job} />
      </Flex>
    </Box>
  );
}

function Numbers({ job: { done, total, changed, failed } }: { job: JobSummary }) {
  const text = useText();
  const format = useFormat();
  const percent = total === 0 ? 100 : Math.min(100, Math.floor((done / total) * 100));
  const values = { done: format.number(done), total, changed, failed };
  return (
    <Flex gap={4} wrap="wrap">
      <Box style={{ flex: '1 1 20rem' }}>
        <Progress label={text('job.progress')} percent={percent} />
      </Box>
      <Typography variant="pi" textColor="neutral600">
        {text('job.numbers', values)}
      </Typography>
    </Flex>
  );
}

function JobActions({ job, onCancel }: { job: JobSummary; onCancel: () => void }) {
  const text = useText();
  const act = useAct();
  const may = useMay();
  const [change, { isLoading }] = useChangeReceiverJobMutation();
  if (!may.act) return null;
  const turn = job.state === 'paused' ? 'resume' : 'pause';
  return (
    <Flex gap={2}>
      {/* Never disabled, as they would lose the focus. */}
      <Button
        size="S"
        variant="tertiary"
        aria-disabled={isLoading}
        onClick={() => {
          if (!isLoading) void act(change({ id: job.id, change: turn }), `job.${turn}.done`);
        }}
      >
        {text(`job.${turn}`)}
      </Button>
      <Button
        size="S"
        variant="danger-light"
        aria-disabled={isLoading}
        onClick={() => {
          if (isLoading) return;
          onCancel();
          void act(change({ id: job.id, change: 'cancel' }), 'job.cancel.done');
        }}
      >
        {text('job.cancel')}
      </Button>
    </Flex>
  );
}
