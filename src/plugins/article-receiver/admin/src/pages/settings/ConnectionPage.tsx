import { Layouts, Page } from '@strapi/strapi/admin';
import { Flex, Typography } from '@strapi/design-system';
import { Positioned } from '../../components/Positioned';
import { Card } from '../../components/Card';
import { TestDelivery } from '../../components/connection/TestDelivery';
import { WebhookAddress } from '../../components/connection/WebhookAddress';
import { TokensCard } from '../../components/connection/TokensCard';
import { useAskAgain } from '../../hooks/use-ask-again';
import { CONFIGURE, MANAGE_TOKENS, useMay } from '../../permissions';
import { useGetReceiverSettingsQuery } from '../../services/settings';
import { useGetReceiverTokensQuery } from '../../services/tokens';
import { isUnanswered } from '../../utils/unanswered';
import { useText } from '../../wording/text';

/** Stands for the token in an address that is shown without one. */
const TOKEN = 'TOKEN';

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
  const { webhook, isError } = useWebhook();
  // A guessed one would be given to the service, and its deliveries be lost.
  if (webhook === undefined) return isError ? <Page.Error /> : <Page.Loading />;
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

/** The webhook's address without a token, from whatever the administrator may read. */
function useWebhook(): { webhook: string | undefined; isError: boolean } {
  const may = useMay();
  const settings = useGetReceiverSettingsQuery(undefined, { skip: !may.configure });
  const tokens = useGetReceiverTokensQuery(undefined, { skip: may.configure || !may.manageTokens });
  const { data, isError, error, refetch } = may.configure ? settings : tokens;
  useAskAgain(isUnanswered(error), refetch);
  return { webhook: data?.webhook.url, isError };
}
