import { DeadLinkList } from '../../components/DeadLinkList';
import { useRefresh } from '../../hooks/use-refresh';
import { useGetReceiverDeadLinksQuery } from '../../services/waiting';
import { useText } from '../../wording/text';
import { ListPage, Rows } from '../lists/ListPage';
import { OlderPager, useOlder } from '../lists/OlderPager';
import { Reported } from './Reported';

/** Articles with links that lead to no published article, as things stand now. */
export function DeadLinksPage() {
  const text = useText();
  const { before, query, onPage } = useOlder();
  const answer = useGetReceiverDeadLinksQuery(query, {
    ...useRefresh(false),
    refetchOnMountOrArgChange: true,
  });
  return (
    <ListPage
      title="tabs.links"
      hint="links.hint"
      answer={answer}
      empty={({ next }) =>
        before === undefined && next === null ? 'links.empty' : 'links.emptyHere'
      }
      pager={({ next }) => <OlderPager before={before} next={next} onPage={onPage} />}
    >
      {({ results }) => (
        <Rows name={text('tabs.links')}>
          {results.map((article) => (
            <Reported key={article.documentId} article={article}>
              <DeadLinkList links={article.links} />
            </Reported>
          ))}
        </Rows>
      )}
    </ListPage>
  );
}
