import { useEffect, useState } from 'react';
import { Flex, Link } from '@strapi/design-system';
import { PageState } from '../../components/PageState';
import { useRefresh } from '../../hooks/use-refresh';
import { useGetReceiverPagesQuery } from '../../services/pages';
import { useText } from '../../wording/text';
import { ListPage, Rows } from '../lists/ListPage';
import { OlderPager, useOlder } from '../lists/OlderPager';
import { Reported } from './Reported';

/** Published articles with whose page on the front end something is wrong. */
export function WrongPagesPage() {
  const text = useText();
  const { before, query, onPage } = useOlder();
  const [isBusy, setBusy] = useState(false);
  const refresh = { ...useRefresh(isBusy), refetchOnMountOrArgChange: true };
  const answer = useGetReceiverPagesQuery(query, refresh);
  const isAnyDue = answer.data?.results.some(({ page }) => page.isDue) ?? false;
  useEffect(() => setBusy(isAnyDue), [isAnyDue]);
  return (
    <ListPage
      title="tabs.pages"
      hint="page.hint"
      answer={answer}
      empty={({ next }) =>
        before === undefined && next === null ? 'page.empty' : 'links.emptyHere'
      }
      pager={({ next }) => <OlderPager before={before} next={next} onPage={onPage} />}
    >
      {({ results }) => (
        <Rows name={text('tabs.pages')}>
          {results.map(({ page, mayLookAgain, ...article }) => (
            <Reported key={article.documentId} article={article}>
              <Flex direction="column" alignItems="stretch" gap={2}>
                <Link href={page.address} isExternal style={{ alignSelf: 'flex-start' }}>
                  <span style={{ overflowWrap: 'anywhere' }}>{page.address}</span>
                </Link>
                <PageState
                  documentId={article.documentId}
                  of={article.title ?? text('log.untitled')}
                  page={page}
                  mayLookAgain={mayLookAgain}
                />
              </Flex>
            </Reported>
          ))}
        </Rows>
      )}
    </ListPage>
  );
}
