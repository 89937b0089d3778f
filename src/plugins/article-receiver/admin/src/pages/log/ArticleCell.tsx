import { Flex, Typography, Link } from '@strapi/design-system';
import { NavLink } from 'react-router-dom';
import { styled } from 'styled-components';
import type { ListedDelivery } from '../../../../shared/deliveries/deliveries';
import { OneLine } from '../../components/OneLine';
import { addressOfArticle } from '../../utils/addresses';
import { useOutcome } from '../../wording/outcome';
import { useText } from '../../wording/text';

/** Long sentences take a second line, and go on in the tooltip and on the delivery's page. */
const Outcome = styled(Typography)`
  width: 100%;
  display: -webkit-box;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;
  white-space: normal;
  overflow-wrap: anywhere;
  overflow: hidden;

  @media (max-width: 519px) {
    -webkit-line-clamp: 4;
  }

  /* The frame around a link, of which there is nothing to see otherwise but where the focus is. */
  @media (forced-colors: active) {
    margin-block-start: ${({ theme }) => theme.spaces[1]};
  }
`;

/** On a phone, where one line has room for a word or two, a title takes three. */
const Title = styled(OneLine)`
  @media (max-width: 519px) {
    > span,
    > a > span {
      display: -webkit-box;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 3;
      white-space: normal;
      overflow-wrap: anywhere;
    }
  }
`;

/** The article of a delivery, linked to its entry for whoever may read it; below it what became of it. */
export function ArticleCell({ delivery }: { delivery: ListedDelivery }) {
  const text = useText();
  const { title } = delivery;
  const address = delivery.mayOpen ? addressOfArticle(delivery) : null;
  const tell = useOutcome();
  const name = title ?? text('log.untitled');
  const detail = tell(delivery);
  return (
    <Flex direction="column" alignItems="flex-start">
      <Title title={name} onClick={(click: { stopPropagation(): void }) => click.stopPropagation()}>
        {address === null ? (
          <Typography textColor="neutral800" dir="auto">
            {name}
          </Typography>
        ) : (
          <Link tag={NavLink} to={address} dir="auto">
            {name}
          </Link>
        )}
      </Title>
      <Outcome variant="pi" textColor="neutral600" title={detail}>
        {detail}
      </Outcome>
    </Flex>
  );
}
