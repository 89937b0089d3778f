import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { Flex, Grid, LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Link, useParams } from 'react-router-dom';
import type { DeliveryDetail } from '../../../../shared/deliveries';
import { useRefresh } from '../../hooks/use-refresh';
import { useMay } from '../../permissions';
import { useGetReceiverDeliveryQuery } from '../../services/deliveries';
import { addressOfArticle } from '../../utils/addresses';
import { useText } from '../../utils/text';
import { AttemptsCard } from './AttemptsCard';
import { BodyCard } from './BodyCard';
import { ChangesCard } from './ChangesCard';
import { DecisionCard } from './DecisionCard';
import { DeliveryActions } from './DeliveryActions';
import { FactsCard } from './FactsCard';
import { ImagesCard } from './ImagesCard';
import { IssuesCard } from './IssuesCard';
import { StateCard } from './StateCard';
import { TimingsCard } from './TimingsCard';

/** One delivery: what it said, what became of it and why, and what can be done about it. */
export function DeliveryPage() {
  const text = useText();
  const { deliveryId = '' } = useParams();
  const { data: delivery, error, isLoading } = useDelivery(deliveryId);
  const may = useMay();

  if (isLoading) return <Page.Loading />;
  if (isNotFound(error)) return <Page.Error content={text('delivery.missing')} />;
  if (!delivery) return <Page.Error />;

  const title = delivery.title ?? text('log.untitled');
  return (
    <Page.Main>
      <Page.Title>{`${text('delivery.title')}: ${title}`}</Page.Title>
      <Layouts.Header
        title={title}
        subtitle={text('delivery.subtitle', { id: delivery.deliveryId })}
        navigationAction={<BackButton fallback=".." />}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            <ArticleLink delivery={delivery} />
            {may.act && <DeliveryActions delivery={delivery} />}
          </Flex>
        }
      />
      <Layouts.Content>
        <Grid.Root gap={6} paddingBottom={8}>
          <Grid.Item col={8} s={12} direction="column" alignItems="stretch" gap={6}>
            <StateCard delivery={delivery} />
            <DecisionCard delivery={delivery} />
            <IssuesCard issues={delivery.issues} />
            <ChangesCard changes={delivery.changes} />
            <ImagesCard images={delivery.images} />
            <AttemptsCard attempts={delivery.attempts} />
            <BodyCard delivery={delivery} />
          </Grid.Item>
          <Grid.Item col={4} s={12} direction="column" alignItems="stretch" gap={6}>
            <TimingsCard delivery={delivery} />
            <FactsCard delivery={delivery} />
          </Grid.Item>
        </Grid.Root>
      </Layouts.Content>
    </Page.Main>
  );
}

/** The delivery, asked for again and again while it is under way. */
function useDelivery(deliveryId: string) {
  const { data } = useGetReceiverDeliveryQuery(deliveryId);
  const refresh = useRefresh(data?.state === 'pending');
  return useGetReceiverDeliveryQuery(deliveryId, { ...refresh, refetchOnMountOrArgChange: true });
}

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotFoundError';

function ArticleLink({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText();
  const address = addressOfArticle(delivery);
  if (address === null) return null;
  return (
    <LinkButton tag={Link} to={address} variant="tertiary" startIcon={<Pencil />}>
      {text('delivery.article')}
    </LinkButton>
  );
}
