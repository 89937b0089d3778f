import { BackButton, Layouts, Page, useRBAC } from '@strapi/strapi/admin';
import { Flex, Grid, LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Link, useParams } from 'react-router-dom';
import type { DeliveryDetail } from '../../../../shared/deliveries';
import { useRefresh } from '../../hooks/use-refresh';
import { REDRIVE } from '../../permissions';
import { useGetDeliveryQuery } from '../../services/receiver';
import { addressOfArticle } from '../../utils/addresses';
import { useText } from '../../utils/text';
import { AttemptsCard } from './AttemptsCard';
import { BodyCard } from './BodyCard';
import { DeliveryActions } from './DeliveryActions';
import { FactsCard } from './FactsCard';
import { IssuesCard } from './IssuesCard';
import { StateCard } from './StateCard';

/** One delivery: what it said, what became of it and why, and what can be done about it. */
export function DeliveryPage() {
  const text = useText();
  const { deliveryId = '' } = useParams();
  const { data: delivery, error, isLoading } = useDelivery(deliveryId);
  const { allowedActions } = useRBAC(REDRIVE);

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
            {allowedActions.canRedrive && <DeliveryActions delivery={delivery} />}
          </Flex>
        }
      />
      <Layouts.Content>
        <Grid.Root gap={6} paddingBottom={8}>
          <Grid.Item col={8} s={12} direction="column" alignItems="stretch" gap={6}>
            <StateCard delivery={delivery} />
            <IssuesCard issues={delivery.issues} />
            <AttemptsCard attempts={delivery.attempts} />
            <BodyCard delivery={delivery} />
          </Grid.Item>
          <Grid.Item col={4} s={12} direction="column" alignItems="stretch">
            <FactsCard delivery={delivery} />
          </Grid.Item>
        </Grid.Root>
      </Layouts.Content>
    </Page.Main>
  );
}

/** The delivery, asked for again and again while it is under way. */
function useDelivery(deliveryId: string) {
  const { data } = useGetDeliveryQuery(deliveryId);
  const refresh = useRefresh(data?.state === 'pending');
  return useGetDeliveryQuery(deliveryId, { ...refresh, refetchOnMountOrArgChange: true });
}

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotFoundError';

function ArticleLink({ delivery: { documentId } }: { delivery: DeliveryDetail }) {
  const text = useText();
  if (documentId === null) return null;
  return (
    <LinkButton
      tag={Link}
      to={addressOfArticle(documentId)}
      variant="tertiary"
      startIcon={<Pencil />}
    >
      {text('delivery.article')}
    </LinkButton>
  );
}
