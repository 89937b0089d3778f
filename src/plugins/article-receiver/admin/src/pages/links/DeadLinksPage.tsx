import { useState } from 'react';
import { Layouts, Page } from '@strapi/strapi/admin';
import { Box, Button, EmptyStateLayout, Flex, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { DeadLinkList } from '../../components/DeadLinkList';
import { useGetReceiverDeadLinksQuery } from '../../services/waiting';
import { addressOfArticle } from '../../utils/addresses';
import { useText } from '../../utils/text';
import { PageTabs } from '../PageTabs';

/** Articles with links that lead to no published article, as things stand now. */
export function DeadLinksPage() {
  const text = useText();
  const [before, setBefore] = useState<number | undefined>();
  const { data, isLoading } = useGetReceiverDeadLinksQuery(before === undefined ? {} : { before }, {
    refetchOnMountOrArgChange: true,
  });
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  const { results, next } = data;
  const isAll = before === undefined && next === null;
  return (
    <Page.Main>
      <Page.Title>{text('tabs.links')}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text('links.hint')} />
      <PageTabs />
      <Layouts.Content>
        {results.length === 0 ? (
          <EmptyStateLayout
            shadow="tableShadow"
            hasRadius
            content={text(isAll ? 'links.empty' : 'links.emptyHere')}
          />
        ) : (
          <Box
            tag="ul"
            background="neutral0"
            hasRadius
            shadow="tableShadow"
            aria-label={text('tabs.links')}
          >
            {results.map(({ links, title, ...article }) => (
              <Box
                tag="li"
                key={article.documentId}
                padding={4}
                borderColor="neutral150"
                style={{ borderWidth: '0 0 1px' }}
              >
                <Flex direction="column" alignItems="stretch" gap={3}>
                  <Link tag={NavLink} to={addressOfArticle(article) ?? ''}>
                    {title ?? text('log.untitled')}
                  </Link>
                  <DeadLinkList links={links} />
                </Flex>
              </Box>
            ))}
          </Box>
        )}
        <Flex gap={2} paddingTop={4} paddingBottom={8}>
          {before !== undefined && (
            <Button variant="tertiary" onClick={() => setBefore(undefined)}>
              {text('decisions.newest')}
            </Button>
          )}
          {next !== null && (
            <Button variant="tertiary" onClick={() => setBefore(next)}>
              {text('decisions.older')}
            </Button>
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}
