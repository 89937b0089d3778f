import { useState, type ReactNode } from 'react';
import { Box, Flex, Loader, Typography } from '@strapi/design-system';
import { CheckCircle } from '@strapi/icons';
import type { ReceiverStatus } from '../../../../shared/deliveries/deliveries';
import type { NewToken } from '../../../../shared/settings/tokens';
import { TestDelivery } from '../../components/connection/TestDelivery';
import { WebhookAddress } from '../../components/connection/WebhookAddress';
import { CreateToken } from '../../components/connection/CreateToken';
import { useKeepFocus, type FocusPlace } from '../../hooks/use-keep-focus';
import { useMay } from '../../permissions';
import { useGetReceiverTokensQuery } from '../../services/tokens';
import { siteAddress } from '../../utils/addresses';
import { useText } from '../../wording/text';

/** What the address ends in: the one secret, which the panel knows of a fresh token only. */
const TOKEN = 'TOKEN';

/** The way to the first delivery, step by step; shown until a real one has arrived. */
export function FirstSteps({ status }: { status: ReceiverStatus }) {
  const text = useText();
  const may = useMay();
  const [created, setCreated] = useState<NewToken | null>(null);
  const [isCopied, setCopied] = useState(false);
  const [hasWorked, setWorked] = useState(false);
  const hasToken = status.tokens > 0;
  const isFixed = useIsFixedAlone(may.manageTokens);
  // The button that made the token is gone, and the address has it now.
  const place = useKeepFocus<HTMLLIElement>(String(created !== null));
  const address = `${siteAddress()}${status.webhookPath}/${created?.token ?? TOKEN}`;
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={8} tag="section">
      <Flex direction="column" alignItems="stretch" gap={6} maxWidth="80rem" margin="auto">
        <Flex direction="column" alignItems="flex-start" gap={2}>
          <Typography variant="beta" tag="h2">
            {text('first.title')}
          </Typography>
          <Typography textColor="neutral600">{text('first.intro')}</Typography>
        </Flex>
        <Flex tag="ol" direction="column" alignItems="stretch" gap={6}>
          <Step number={1} title={text('first.token')} isDone={hasToken}>
            <Typography textColor="neutral600">
              {text(
                created
                  ? 'token.shown.once'
                  : hasToken
                    ? isFixed
                      ? 'first.token.fixed'
                      : 'first.token.there'
                    : may.manageTokens
                      ? 'first.token.hint'
                      : 'first.token.forbidden',
              )}
            </Typography>
            {may.manageTokens && !created && (
              <Flex>
                <CreateToken
                  variant={hasToken ? 'tertiary' : 'default'}
                  size="S"
                  onCreated={setCreated}
                />
              </Flex>
            )}
          </Step>
          <Step number={2} title={text('first.address')} isDone={isCopied} place={place}>
            <WebhookAddress address={address} onCopied={() => setCopied(true)} />
            {!created && (
              <Typography variant="pi" textColor="neutral600">
                {text('first.address.hint')}
              </Typography>
            )}
          </Step>
          {may.configure && (
            <Step number={3} title={text('first.test')} isDone={hasWorked}>
              <TestDelivery onWorked={() => setWorked(true)} />
            </Step>
          )}
          <Step number={may.configure ? 4 : 3} title={text('first.send')}>
            <Flex gap={3}>
              <Flex shrink={0}>
                <Loader small>{text('loading')}</Loader>
              </Flex>
              <Typography textColor="neutral600">{text('first.waiting')}</Typography>
            </Flex>
          </Step>
        </Flex>
      </Flex>
    </Box>
  );
}

/** Whether all tokens that work are those of the site's environment or config files. */
function useIsFixedAlone(mayAsk: boolean): boolean {
  const { data } = useGetReceiverTokensQuery(undefined, { skip: !mayAsk });
  const working = (data?.results ?? []).filter(
    ({ state }) => state === 'active' || state === 'replaced',
  );
  return working.length > 0 && working.every(({ source }) => source !== 'database');
}

interface StepProps {
  number: number;
  title: string;
  isDone?: boolean;
  /** Where the focus goes when this step is the next. */
  place?: FocusPlace<HTMLLIElement>;
  children: ReactNode;
}

function Step({ number, title, isDone = false, place, children }: StepProps) {
  const text = useText();
  return (
    <Flex tag="li" {...place} alignItems="flex-start" gap={4}>
      <Flex
        justifyContent="center"
        background={isDone ? 'success100' : 'primary100'}
        borderRadius="50%"
        width="3.2rem"
        height="3.2rem"
        shrink={0}
      >
        {isDone ? (
          <CheckCircle fill="success600" role="img" aria-label={text('first.done')} />
        ) : (
          <Typography fontWeight="bold" textColor="primary700">
            {number}
          </Typography>
        )}
      </Flex>
      <Flex direction="column" alignItems="stretch" gap={3} flex="1" minWidth={0} paddingTop={1}>
        <Typography variant="delta" tag="h3">
          {title}
        </Typography>
        {children}
      </Flex>
    </Flex>
  );
}
