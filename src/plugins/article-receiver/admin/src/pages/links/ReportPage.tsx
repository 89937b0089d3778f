import type { ReactNode } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, EmptyStateLayout, Flex, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { addressOfArticle } from '../../utils/addresses';
import { useText, type TextId } from '../../utils/text';
import { PageTabs } from '../PageTabs';

interface Reported {
  documentId: string;
  contentType: string;
  locale: string | null;
  title: string | null;
}

interface ReportPageProps<Item extends Reported> {
  title: TextId;
  hint: TextId;
  /** Where nothing is to be reported at all, and where nothing is on this page of several. */
  empty: TextId;
  emptyHere: TextId;
  results: readonly Item[];
  /** What is wrong with one article. */
  children: (item: Item) => ReactNode;
  /** Where the page begins, and where the next one does. */
  before: number | undefined;
  next: number | null;
  onPage: (before: number | undefined) => void;
}

/** Articles with which something is not right, each with what that is, page by page. */
export function ReportPage<Item extends Reported>({
  title,
  hint,
  empty,
  emptyHere,
  results,
  children,
  before,
  next,
  onPage,
}: ReportPageProps<Item>) {
  const text = useText();
  const isAll = before === undefined && next === null;
  return (
    <Page.Main>
      <Page.Title>{text(title)}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text(hint)} />
      <PageTabs />
      <Layouts.Content>
        {results.length === 0 ? (
          <EmptyStateLayout
            shadow="tableShadow"
            hasRadius
            content={text(isAll ? empty : emptyHere)}
          />
        ) : (
          <Box
            tag="ul"
            background="neutral0"
            hasRadius
            shadow="tableShadow"
            aria-label={text(title)}
          >
            {results.map((item) => (
              <Box
                tag="li"
                key={item.documentId}
                padding={4}
                borderColor="neutral150"
                style={{ borderWidth: '0 0 1px' }}
              >
                <Flex direction="column" alignItems="stretch" gap={3}>
                  <Link tag={NavLink} to={addressOfArticle(item) ?? ''}>
                    {item.title ?? text('log.untitled')}
                  </Link>
                  {children(item)}
                </Flex>
              </Box>
            ))}
          </Box>
        )}
        <Flex gap={2} paddingTop={4} paddingBottom={8}>
          {before !== undefined && (
            <Button variant="tertiary" onClick={() => onPage(undefined)}>
              {text('decisions.newest')}
            </Button>
          )}
          {next !== null && (
            <Button variant="tertiary" onClick={() => onPage(next)}>
              {text('decisions.older')}
            </Button>
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}
