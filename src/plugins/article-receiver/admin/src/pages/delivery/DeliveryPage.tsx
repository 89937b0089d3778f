import { useEffect, useState } from 'react';
import { BackButton, Layouts, Page } from '@strapi/strapi/admin';
import { EmptyStateLayout, Flex, Grid, LinkButton } from '@strapi/design-system';
import { Pencil } from '@strapi/icons';
import { Link, useParams } from 'react-router-dom';
import type { ListedDetail } from '../../../../shared/deliveries/deliveries';
import { AwayNotice } from '../../components/AwayNotice';
import { SiteLink } from '../../components/SiteLink';
import { Lasting } from '../../components/decisions/Lasting';
import { UseVersion } from '../../components/decisions/UseVersion';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useRefresh } from '../../hooks/use-refresh';
import { useMay } from '../../permissions';
import { useGetReceiverArticleQuery } from '../../services/articles';
import { useGetReceiverDeliveryQuery } from '../../services/deliveries';
import { addressOfArticle, ARTICLE_UID } from '../../utils/addresses';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { isUnanswered } from '../../utils/unanswered';
import { AttemptsCard } from './AttemptsCard';
import { BodyCard } from './BodyCard';
import { ChangesCard } from './ChangesCard';
import { DecisionCard } from './DecisionCard';
import { DeliveryActions } from './DeliveryActions';
import { FactsCard } from './FactsCard';
import { ImagesCard } from './ImagesCard';
import { IssuesCard } from './IssuesCard';
import { SenderCard } from './SenderCard';
import { StateCard } from './StateCard';
import { TimingsCard } from './TimingsCard';

/** One delivery: what it said, what became of it and why, and what can be done about it. */
export function DeliveryPage() {
  const text = useText();
  const { deliveryId = '' } = useParams();
  const { data: delivery, error, isLoading, fulfilledTimeStamp } = useDelivery(deliveryId);
  const may = useMay();
  const outcome = useKeepFocus(delivery ? `${delivery.state} ${delivery.discardedAt}` : null);

  if (isLoading) return <Page.Loading />;
  if (isNotFound(error)) return <NoDelivery deliveryId={deliveryId} />;
  if (!delivery) return <Page.Error />;

  const toOutcome = () => outcome.ref.current?.focus();
  const title = delivery.title ?? text('log.untitled');
  return (
    <Page.Main>
      <Page.Title>{text('pair', { name: text('delivery.title'), value: title })}</Page.Title>
      <Layouts.Header
        title={title}
        subtitle={text('delivery.subtitle', { id: delivery.deliveryId })}
        navigationAction={<BackButton fallback=".." />}
        primaryAction={
          <Flex gap={2} wrap="wrap">
            <SiteLink address={delivery.address} />
            <ArticleLink delivery={delivery} />
            <Lasting onGone={toOutcome}>
              <BackToIt delivery={delivery} />
            </Lasting>
            {may.act && <DeliveryActions delivery={delivery} onGone={toOutcome} />}
          </Flex>
        }
      />
      <Layouts.Content>
        {isUnanswered(error) && fulfilledTimeStamp !== undefined && (
          <AwayNotice since={fulfilledTimeStamp} isApart />
        )}
        <Grid.Root gap={6} paddingBottom={8}>
          <Grid.Item col={8} s={12} xs={12} direction="column" alignItems="stretch" gap={6}>
            <div {...outcome}>
              <StateCard delivery={delivery} />
            </div>
            <DecisionCard delivery={delivery} />
            <IssuesCard issues={delivery.issues} />
            {delivery.changes && (
              <ChangesCard
                changes={delivery.changes}
                isOurType={(delivery.contentType ?? ARTICLE_UID) === ARTICLE_UID}
              />
            )}
            <ImagesCard images={delivery.images} />
            <AttemptsCard attempts={delivery.attempts} />
            <BodyCard delivery={delivery} />
          </Grid.Item>
          <Grid.Item col={4} s={12} xs={12} direction="column" alignItems="stretch" gap={6}>
            <TimingsCard delivery={delivery} />
            <SenderCard sender={delivery.sender} />
            <FactsCard delivery={delivery} />
          </Grid.Item>
        </Grid.Root>
      </Layouts.Content>
    </Page.Main>
  );
}

/** Where an address names none, like that of a delivery in another site's log. */
function NoDelivery({ deliveryId }: { deliveryId: string }) {
  const text = useText();
  return (
    <Page.Main>
      <Page.Title>{text('delivery.title')}</Page.Title>
      <Layouts.Header
        title={text('delivery.title')}
        subtitle={text('delivery.subtitle', { id: deliveryId })}
        navigationAction={<BackButton fallback=".." />}
      />
      <Layouts.Content>
        <EmptyStateLayout shadow="tableShadow" hasRadius content={text('delivery.missing')} />
      </Layouts.Content>
    </Page.Main>
  );
}

/** The delivery, asked for again and again while it is under way. */
function useDelivery(deliveryId: string) {
  const [isPending, setPending] = useState(false);
  const refresh = useRefresh(isPending);
  const delivery = useGetReceiverDeliveryQuery(deliveryId, {
    ...refresh,
    refetchOnMountOrArgChange: true,
  });
  const state = delivery.data?.state;
  useEffect(() => setPending(state === 'pending'), [state]);
  return delivery;
}

const isNotFound = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'name' in error && error.name === 'NotFoundError';

function ArticleLink({ delivery }: { delivery: ListedDetail }) {
  const text = useText();
  const address = addressOfArticle(delivery);
  if (address === null || !delivery.mayOpen) return null;
  return (
    <LinkButton tag={Link} to={address} variant="tertiary" startIcon={<Pencil />}>
      {text('delivery.article')}
    </LinkButton>
  );
}

/** Goes back to an older delivery, for whoever may change its article. */
function BackToIt({ delivery }: { delivery: ListedDetail }) {
  const format = useFormat();
  const { documentId, deliveryId, receivedAt, state, mayOpen } = delivery;
  const isOlder = state === 'superseded' && documentId !== null && mayOpen;
  const { data: origin } = useGetReceiverArticleQuery(documentId ?? '', { skip: !isOlder });
  if (!isOlder || !origin?.may.update) return null;
  const time = format.instant(receivedAt);
  return <UseVersion documentId={documentId} deliveryId={deliveryId} time={time} />;
}
