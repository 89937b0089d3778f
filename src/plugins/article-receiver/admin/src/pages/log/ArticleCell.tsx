import { Flex, Typography, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { DeliverySummary } from '../../../../shared/deliveries';
import { addressOfArticle } from '../../utils/addresses';
import { useReason } from '../../utils/reason';
import { useText } from '../../utils/text';

const WIDTH = '19rem';

const Line = styled(Flex)`
  max-width: ${WIDTH};

  & > *,
  & > a > span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** The article of a delivery, linked to its entry; below it why the delivery waits, or the slug. */
export function ArticleCell({ delivery }: { delivery: DeliverySummary }) {
  const text = useText();
  const { title, slug, reason, deliveryId } = delivery;
  const address = addressOfArticle(delivery);
  const explain = useReason();
  const name = title ?? text('log.untitled');
  const detail = (reason && explain(reason)) ?? slug ?? deliveryId;
  return (
    <Flex direction="column" alignItems="flex-start">
      <Line title={name} onClick={(click: { stopPropagation(): void }) => click.stopPropagation()}>
        {address === null ? (
          <Typography textColor="neutral800">{name}</Typography>
        ) : (
          <Link tag={NavLink} to={address}>
            {name}
          </Link>
        )}
      </Line>
      <Line title={detail}>
        <Typography variant="pi" textColor="neutral600">
          {detail}
        </Typography>
      </Line>
    </Flex>
  );
}
