import { useSeesArticles } from '../../hooks/use-article-type';
import { useWaiting } from '../../hooks/use-waiting';
import { useText } from '../../wording/text';
import { ListPage, Rows } from '../lists/ListPage';
import { isPastLast, NumberedPager, usePage } from '../lists/NumberedPager';
import { WaitingRow } from './WaitingRow';

/** Everything that waits for whoever is signed in, newest first. */
export function WaitingPage() {
  const text = useText();
  const answer = useWaiting(usePage());
  const nothing = useSeesArticles() ? 'waiting.empty' : 'waiting.closed';
  return (
    <ListPage
      title="tabs.waiting"
      hint="waiting.hint"
      answer={answer}
      empty={({ pagination }) => (isPastLast(pagination) ? null : nothing)}
      pager={({ pagination }) => <NumberedPager pagination={pagination} />}
    >
      {({ results }) => (
        <Rows name={text('tabs.waiting')}>
          {results.map((item) => (
            <WaitingRow
              key={item.documentId ?? item.waits[0]?.deliveryId ?? item.since}
              item={item}
            />
          ))}
        </Rows>
      )}
    </ListPage>
  );
}
