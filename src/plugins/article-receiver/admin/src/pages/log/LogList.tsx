import { useState } from 'react';
import { Flex, Typography } from '@strapi/design-system';
import { Lasting } from '../../components/decisions/Lasting';
import { useKeepFocus } from '../../hooks/use-keep-focus';
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
  // What was done with a selection takes its buttons along.
  const [acted, setActed] = useState(0);
  const top = useKeepFocus(String(acted));
  const list = JSON.stringify(asked(query));
  const [selection, setSelection] = useState<{ list: string; ids: string[] }>({ list, ids: [] });
  const selected = selection.list === list ? selection.ids : [];
  const isHeld = selected.length > 0 || !isAtTop;
  const latest = log.currentData?.results;
  const { rows, waiting, showLatest } = useSteadyRows({ list, latest, isHeld });
  const select = (ids: string[]) => setSelection({ list, ids });
  const deselect = () => {
    select([]);
    setActed(acted + 1);
  };
  const chosen = rows.filter(({ deliveryId }) => selected.includes(deliveryId));
  const narrowed = isNarrowed(query);
  const toTop = () => top.ref.current?.focus();
  const show = () => {
    showLatest();
    top.ref.current?.scrollIntoView({ block: 'center' });
    toTop();
  };
  return (
    <div {...top}>
      <Flex
        justifyContent="space-between"
        gap={4}
        paddingBottom={3}
        minHeight={may.act ? '4.4rem' : undefined}
        wrap="wrap"
      >
        <Lasting onGone={toTop}>
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
                  onStarted={deselect}
                />
                <BulkDecide deliveries={chosen} onDone={deselect} />
                <BulkLeaveOut deliveries={chosen} onDone={deselect} />
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
        </Lasting>
      </Flex>
      <DeliveriesTable deliveries={rows} selected={selected} onSelect={may.act ? select : null} />
      {pages && <LogPager pages={pages} onGo={go} />}
      <NewDeliveries count={waiting} onShow={show} />
    </div>
  );
}
