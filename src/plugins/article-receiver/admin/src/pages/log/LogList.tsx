import { useRef, useState } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { useMay } from '../../permissions';
import { useText } from '../../wording/text';
import { BulkDecide } from './bulk/BulkDecide';
import { BulkLeaveOut } from './bulk/BulkLeaveOut';
import { BulkRedrive } from './bulk/BulkRedrive';
import { DeliveriesTable } from './DeliveriesTable';
import { LogPager } from './LogPager';
import { asked, isNarrowed, selectionOf } from './log-query';
import { NewDeliveries } from './NewDeliveries';
import type { useLog } from './use-log';
import { useSteadyRows } from './use-steady-rows';

interface LogListProps {
  page: ReturnType<typeof useLog>;
  /** Whether the top of the page is in view. */
  isAtTop: boolean;
}

/** The list itself, and what can be done with many deliveries at once. */
export function LogList({ page: { query, pages, go, log }, isAtTop }: LogListProps) {
  const text = useText();
  const may = useMay();
  const top = useRef<HTMLDivElement>(null);
  const list = JSON.stringify(asked(query));
  const [selection, setSelection] = useState<{ list: string; ids: string[] }>({ list, ids: [] });
  const selected = selection.list === list ? selection.ids : [];
  const isHeld = selected.length > 0 || !isAtTop;
  const latest = log.currentData?.results;
  const { rows, waiting, showLatest } = useSteadyRows({ list, latest, isHeld });
  const select = (ids: string[]) => setSelection({ list, ids });
  const chosen = rows.filter(({ deliveryId }) => selected.includes(deliveryId));
  const narrowed = isNarrowed(query);
  const show = () => {
    showLatest();
    top.current?.scrollIntoView({ block: 'center' });
    top.current?.focus();
  };
  return (
    <div ref={top} tabIndex={-1} style={{ outline: 'none' }}>
      <Flex
        justifyContent="space-between"
        gap={4}
        paddingBottom={3}
        minHeight={may.act ? '4.4rem' : undefined}
        wrap="wrap"
      >
        <Flex gap={3} wrap="wrap">
          {selected.length > 0 && (
            <>
              <Typography textColor="neutral600" aria-live="polite">
                {text('bulk.selected', { count: selected.length })}
              </Typography>
              <BulkRedrive
                label={text('bulk.redriveSelected')}
                size="S"
                variant="secondary"
                selection={{ filters: { deliveryId: { $in: selected } } }}
                onStarted={() => select([])}
              />
              <BulkDecide deliveries={chosen} onDone={() => select([])} />
              <BulkLeaveOut deliveries={chosen} onDone={() => select([])} />
            </>
          )}
        </Flex>
        {may.act && rows.length > 0 && (
          <BulkRedrive
            label={text(narrowed ? 'bulk.redriveFound' : 'bulk.redriveAll')}
            size="S"
            variant="tertiary"
            selection={narrowed ? selectionOf(query) : { all: true }}
          />
        )}
      </Flex>
      <DeliveriesTable deliveries={rows} selected={selected} onSelect={may.act ? select : null} />
      {pages && <LogPager pages={pages} onGo={go} />}
      <NewDeliveries count={waiting} onShow={show} />
    </div>
  );
}
