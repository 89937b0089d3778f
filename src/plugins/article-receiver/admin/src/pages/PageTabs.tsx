import { Box, Flex } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import { useSiteChecks } from '../hooks/use-article-type';
import { useWaiting } from '../hooks/use-waiting';
import { useMay } from '../permissions';
import {
  ADDRESS_OF_DECISIONS,
  ADDRESS_OF_LINKS,
  ADDRESS_OF_LOG,
  ADDRESS_OF_PAGES,
  ADDRESS_OF_PLANNED,
  ADDRESS_OF_WAITING,
} from '../utils/addresses';
import { useGetReceiverPlannedQuery } from '../services/waiting';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';

const Tab = styled(NavLink)`
  padding: ${({ theme }) => `${theme.spaces[2]} ${theme.spaces[1]}`};
  border-bottom: 2px solid transparent;
  color: ${({ theme }) => theme.colors.neutral600};
  font-size: ${({ theme }) => theme.fontSizes[2]};
  font-weight: ${({ theme }) => theme.fontWeights.semiBold};
  text-decoration: none;

  &:hover {
    color: ${({ theme }) => theme.colors.neutral800};
  }

  &[aria-current='page'] {
    border-color: ${({ theme }) => theme.colors.primary600};
    color: ${({ theme }) => theme.colors.primary600};
  }

  /* Where the system's few colours take the place of these, no line is transparent. */
  @media (forced-colors: active) {
    border-color: Canvas;

    &[aria-current='page'] {
      border-color: Highlight;
    }
  }
`;

/** As the header above and the content below have it. */
const AS_LAYOUTS = { initial: 4, medium: 6, large: 10 } as const;

/** Leads from what waits to all deliveries, to what was decided, and to links and pages that are not right. */
export function PageTabs() {
  const text = useText();
  const format = useFormat();
  const may = useMay();
  const { data } = useWaiting();
  const { data: planned } = useGetReceiverPlannedQuery({});
  const { hasLinks, hasChecks } = useSiteChecks();
  const total = data?.pagination.total ?? 0;
  const hasPlanned = planned && (planned.isOn || planned.pagination.total > 0);
  return (
    <Box
      tag="nav"
      aria-label={text('tabs')}
      paddingLeft={AS_LAYOUTS}
      paddingRight={AS_LAYOUTS}
      paddingBottom={4}
    >
      <Flex gap={5} wrap="wrap">
        <Tab to={ADDRESS_OF_WAITING}>
          {total > 0
            ? text('tabs.waiting.some', { count: format.number(total) })
            : text('tabs.waiting')}
        </Tab>
        {may.read && (
          <Tab to={ADDRESS_OF_LOG} state={{ stay: true }} end>
            {text('tabs.deliveries')}
          </Tab>
        )}
        {hasPlanned && <Tab to={ADDRESS_OF_PLANNED}>{text('tabs.planned')}</Tab>}
        <Tab to={ADDRESS_OF_DECISIONS}>{text('tabs.decisions')}</Tab>
        {hasLinks && <Tab to={ADDRESS_OF_LINKS}>{text('tabs.links')}</Tab>}
        {hasChecks && <Tab to={ADDRESS_OF_PAGES}>{text('tabs.pages')}</Tab>}
      </Flex>
    </Box>
  );
}
