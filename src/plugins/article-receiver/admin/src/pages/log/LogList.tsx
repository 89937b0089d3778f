import { useState } from 'react';
import { Button, Flex, Typography } from '@strapi/design-system';
import { useMay } from '../../permissions';
import { useText } from '../../utils/text';
import { BulkRedrive } from './BulkRedrive';
import { DeliveriesTable } from './DeliveriesTable';
import { LogPager } from './LogPager';
import { asked, isNarrowed, selectionOf } from './log-query';
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
  const list = JSON.stringify(asked(query));
  const [selection, setSelection] = useState<{ list: string; ids: string[] }>({ list, ids: [] });
  const selected = selection.list === list ? selection.ids : [];
  const isHeld = selected.length > 0 || !isAtTop;
  const latest = log.currentData?.results;
  const { rows, waiting, showLatest } = useSteadyRows({ list, latest, isHeld });
  const select = (ids: string[]) => setSelection({ list, ids });
  return (
    <div>
      <Flex justifyContent="space-between" gap={4} paddingBottom={3} minHeight="4.4rem" wrap="wrap">
        <Flex gap={3}>
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
            </>
          )}
          {waiting > 0 && (
            <Button size="S" variant="secondary" onClick={showLatest}>
              {text('log.waiting', { count: waiting })}
            </Button>
          )}
        </Flex>
        {may.act && rows.length > 0 && (
          <BulkRedrive
            label={text(isNarrowed(query) ? 'bulk.redriveFound' : 'bulk.redriveAll')}
            size="S"
            variant="tertiary"
            selection={selectionOf(query)}
          />
        )}
      </Flex>
      <DeliveriesTable deliveries={rows} selected={selected} onSelect={may.act ? select : null} />
      {pages && <LogPager pages={pages} onGo={go} />}
    </div>
  );
}
