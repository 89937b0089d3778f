import { useQueryParams } from '@strapi/strapi/admin';
import { Button, LinkButton } from '@strapi/design-system';
import { Link, useParams } from 'react-router-dom';
import { useArticleType } from '../hooks/use-article-type';
import { useWaiting } from '../hooks/use-waiting';
import { useReadsField } from '../permissions';
import { ADDRESS_OF_WAITING, ARTICLE_UID } from '../utils/addresses';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';

interface Query {
  page?: number;
  filters?: { $and?: Record<string, unknown>[] };
  plugins?: { i18n?: unknown };
}

const IS_WAITING = { needsAttention: { $eq: 'true' } };

const isWaiting = (condition: Record<string, unknown>) => 'needsAttention' in condition;

/** Above the list of articles: narrows it to those in which something waits, and back. */
export function WaitingButton() {
  const { slug } = useParams();
  const articleType = useArticleType();
  const readsField = useReadsField(ARTICLE_UID, 'needsAttention');
  const [{ query }] = useQueryParams<Query>();
  const isLocalized = query.plugins?.i18n !== undefined;
  const canFilter = slug === ARTICLE_UID && readsField && !isLocalized;
  return slug === articleType ? <Shown canFilter={canFilter} /> : null;
}

/**
 * @param canFilter a type of the site's own has no field to filter by, not every role may read the plugin's, and a
 *   list of one locale lacks what waits in another.
 */
function Shown({ canFilter }: { canFilter: boolean }) {
  const text = useText();
  const format = useFormat();
  const { data } = useWaiting();
  const [{ query }, setQuery] = useQueryParams<Query>();
  // The plugin's list shows entries: what waits without one is not counted there.
  const total = (canFilter ? data?.articles : data?.pagination.total) ?? 0;
  const label =
    total > 0
      ? text(canFilter ? 'list.waiting.some' : 'tabs.waiting.some', { count: format.number(total) })
      : text(canFilter ? 'list.waiting' : 'tabs.waiting');
  if (!canFilter) {
    return (
      <LinkButton tag={Link} to={ADDRESS_OF_WAITING} size="S" variant="tertiary">
        {label}
      </LinkButton>
    );
  }
  const conditions = query.filters?.$and ?? [];
  const isOn = conditions.some(isWaiting);
  const others = conditions.filter((condition) => !isWaiting(condition));
  return (
    <Button
      size="S"
      variant={isOn ? 'secondary' : 'tertiary'}
      aria-pressed={isOn}
      onClick={() =>
        setQuery({ page: 1, filters: { $and: isOn ? others : [...others, IS_WAITING] } })
      }
    >
      {label}
    </Button>
  );
}
