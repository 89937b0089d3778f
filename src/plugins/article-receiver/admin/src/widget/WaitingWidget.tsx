import { Widget } from '@strapi/strapi/admin';
import { Flex, Link, Typography } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { useSeesArticles } from '../hooks/use-article-type';
import { useWaiting } from '../hooks/use-waiting';
import { Lines } from '../pages/lists/Lines';
import { WaitingRow } from '../pages/waiting/WaitingRow';
import { ADDRESS_OF_WAITING } from '../utils/addresses';
import { useText } from '../wording/text';

const SHOWN = '3';

/** The homepage widget: what waits for whoever is signed in. */
export function WaitingWidget() {
  const text = useText();
  const { data, isLoading } = useWaiting({ pageSize: SHOWN });
  const seesArticles = useSeesArticles();
  if (isLoading) return <Widget.Loading />;
  if (!data) return <Widget.Error />;
  const { results, pagination } = data;
  if (results.length === 0) {
    const nothing = text(seesArticles ? 'waiting.empty' : 'waiting.closed');
    return <Widget.NoData>{nothing}</Widget.NoData>;
  }
  const more = pagination.total - results.length;
  return (
    <Flex direction="column" alignItems="stretch" gap={2}>
      <Lines>
        {results.map((item) => (
          <WaitingRow
            key={item.documentId ?? item.waits[0]?.deliveryId ?? item.since}
            item={item}
            isBrief
          />
        ))}
      </Lines>
      {more > 0 && (
        <Typography variant="pi">
          <Link tag={NavLink} to={ADDRESS_OF_WAITING}>
            {text('waiting.more', { count: more })}
          </Link>
        </Typography>
      )}
    </Flex>
  );
}
