import { Pagination } from '@strapi/strapi/admin';
import { Flex, IconButton } from '@strapi/design-system';
import { ChevronLeft, ChevronRight } from '@strapi/icons';
import type { LogQuery } from '../../services/deliveries';
import { useText } from '../../wording/text';

type Place = Pick<LogQuery, 'after' | 'before'>;

interface LogPagerProps {
  pages: Record<'newer' | 'older', Place | null>;
  onGo: (place: Place) => void;
}

/** From one page of the log to the next. Pages have no numbers: in a long log, counting them takes long. */
export function LogPager({ pages, onGo }: LogPagerProps) {
  const text = useText();
  const { newer, older } = pages;
  return (
    <Flex justifyContent="space-between" alignItems="flex-end" tag="nav" aria-label={text('pager')}>
      <Pagination.Root total={Infinity} defaultPageSize={20}>
        <Pagination.PageSize />
      </Pagination.Root>
      <Flex gap={2} paddingTop={4} paddingBottom={4}>
        <IconButton
          label={text('pager.newer')}
          disabled={newer === null}
          onClick={() => newer && onGo(newer)}
        >
          <ChevronLeft />
        </IconButton>
        <IconButton
          label={text('pager.older')}
          disabled={older === null}
          onClick={() => older && onGo(older)}
        >
          <ChevronRight />
        </IconButton>
      </Flex>
    </Flex>
  );
}
