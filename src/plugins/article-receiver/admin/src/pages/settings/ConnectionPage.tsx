import { Layouts, Page } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import { Positioned } from '../../components/Positioned';
import { Card } from '../../components/Card';
import { TestDelivery } from '../../components/connection/TestDelivery';
import { WebhookAddress } from '../../components/connection/WebhookAddress';
import { TokensCard } from '../../components/connection/TokensCard';
import { CONFIGURE, MANAGE_TOKENS, useMay } from '../../permissions';
import { useGetReceiverStatusQuery } from '../../services/deliveries';
import { useGetReceiverSettingsQuery } from '../../services/settings';
import { siteAddress } from '../../utils/addresses';
import { useText } from '../../wording/text';

/** Stands for the token in an address that is shown without one. */
const TOKEN = 'TOKEN';
/** Where the webhook is unless the site moved its API. */
const USUAL_PATH = '/api/article-receiver/webhook';

export default function ConnectionPage() {
  return (
    <Page.Protect permissions={[...CONFIGURE, ...MANAGE_TOKENS]}>
      <Positioned>
        <Connection />
      </Positioned>
    </Page.Protect>
  );
}

/** What connects the service with this site: the address, its tokens, and a try. */
function Connection() {
  const text = useText();
  const may = useMay();
  const webhook = useWebhook();
  if (webhook === null) return <Page.Loading />;
  return (
    <Page.Main>
      <Page.Title>{text('connection.title')}</Page.Title>
      <Layouts.Header title={text('connection.title')} subtitle={text('connection.subtitle')} />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <Card title={text('connection.address')}>
            <Flex direction="column" alignItems="stretch" gap={3}>
              <Typography textColor="neutral600">{text('connection.address.hint')}</Typography>
              <WebhookAddress address={`${webhook}/${TOKEN}`} />
            </Flex>
          </Card>
          {may.manageTokens && <TokensCard webhook={webhook} />}
          {may.configure && (
            <Card title={text('connection.test')}>
              <TestDelivery />
            </Card>
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** The webhook's address without a token, from whatever the administrator may read; null until known. */
function useWebhook(): string | null {
  const may = useMay();
  const settings = useGetReceiverSettingsQuery(undefined, { skip: !may.configure });
  const status = useGetReceiverStatusQuery(undefined, { skip: !may.read });
  if (settings.isLoading || status.isLoading) return null;
  return settings.data?.webhook.url ?? `${siteAddress()}${status.data?.webhookPath ?? USUAL_PATH}`;
}
