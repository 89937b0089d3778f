import { Flex, LinkButton, Typography } from '@strapi/design-system';
import { Link as RouterLink } from 'react-router-dom';
import type { WaitingItem } from '../../../../shared/decisions/waiting';
import { OneLine } from '../../components/OneLine';
import { Sign } from '../../components/Sign';
import { TitleLink } from '../../components/TitleLink';
import { addressOfArticle, addressOfDelivery } from '../../utils/addresses';
import { useText } from '../../wording/text';
import { ListLine } from './ListLine';
import { useDecides } from './use-decides';
import { TONE_OF, useWaitsText } from './waits-text';

/** What is decided beside the article; everything else on the delivery's page. */
const BESIDE_ARTICLE: ReadonlySet<string> = new Set(['suggestions', 'held', 'refused']);

/** Where what waits is decided, and where the article is. */
function addressesOf(item: WaitingItem): { article: string | null; decide: string | null } {
  const article = addressOfArticle(item);
  const isBeside = item.waits.some(({ kind }) => BESIDE_ARTICLE.has(kind));
  const deliveryId = item.waits.find((waits) => waits.deliveryId !== null)?.deliveryId ?? null;
  if (article !== null && isBeside) return { article, decide: article };
  return { article, decide: deliveryId === null ? article : addressOfDelivery(deliveryId) };
}

interface WaitingRowProps {
  item: WaitingItem;
  /** Whether it stands in a widget: its title, and why something waits, have a line then, and no more. */
  isBrief?: boolean;
}

/** An article, what waits in it, and the way to where that is decided. */
export function WaitingRow({ item, isBrief = false }: WaitingRowProps) {
  const text = useText();
  const tell = useWaitsText();
  const decides = useDecides();
  const { article, decide } = addressesOf(item);
  const title = item.title ?? text('log.untitled');
  const action = text(item.waits.some(decides) ? 'waiting.decide' : 'waiting.look');
  const way = decide !== null && (
    <LinkButton
      tag={RouterLink}
      to={decide}
      size="S"
      variant="secondary"
      aria-label={text('pair', { name: action, value: title })}
    >
      {action}
    </LinkButton>
  );
  const heading =
    article === null ? (
      <Typography
        fontWeight="bold"
        textColor="neutral800"
        dir="auto"
        style={{ overflowWrap: 'anywhere' }}
      >
        {title}
      </Typography>
    ) : (
      <TitleLink to={article}>{title}</TitleLink>
    );
  return (
    <ListLine at={item.since} action={way} isBrief={isBrief}>
      {isBrief ? <OneLine title={title}>{heading}</OneLine> : heading}
      <Flex gap={2} wrap="wrap" maxWidth="100%">
        {item.waits.map((waits) => {
          const { label, why } = tell(waits);
          return (
            <Flex
              key={`${waits.kind} ${waits.reasonCode}`}
              gap={2}
              wrap={isBrief ? 'nowrap' : 'wrap'}
              maxWidth="100%"
            >
              <Sign tone={TONE_OF[waits.kind]}>{label}</Sign>
              {why !== null && (
                <Typography
                  variant="pi"
                  textColor="neutral600"
                  ellipsis={isBrief}
                  title={isBrief ? why : undefined}
                  style={{ overflowWrap: 'anywhere' }}
                >
                  {why}
                </Typography>
              )}
            </Flex>
          );
        })}
      </Flex>
    </ListLine>
  );
}
