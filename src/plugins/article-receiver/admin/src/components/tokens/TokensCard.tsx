import { useState } from 'react';
import { Badge, Flex, Loader, Typography } from '@strapi/design-system';
import type { NewToken, TokenSummary } from '../../../../shared/tokens';
import { useAct } from '../../hooks/use-act';
import { useGetReceiverTokensQuery, useRevokeReceiverTokenMutation } from '../../services/tokens';
import { useFormat } from '../../utils/format';
import { useText } from '../../utils/text';
import { ActionDialog } from '../ActionDialog';
import { Card } from '../Card';
import { Instant } from '../Instant';
import { SimpleTable } from '../SimpleTable';
import { CreateToken } from './CreateToken';
import { NewTokenModal } from './NewTokenModal';
import { RotateToken } from './RotateToken';

const COLUMNS = ['name', 'state', 'createdAt', 'expiresAt', 'lastUsedAt', 'actions'] as const;

const GROUNDS = {
  active: 'success200',
  replaced: 'warning200',
  expired: 'neutral200',
  revoked: 'neutral200',
} as const satisfies Record<TokenSummary['state'], string>;

/** The tokens that open the webhook. @param webhook its address without a token. */
export function TokensCard({ webhook }: { webhook: string }) {
  const text = useText();
  const {
    data: tokens,
    isLoading,
    isError,
  } = useGetReceiverTokensQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const [created, setCreated] = useState<NewToken | null>(null);
  return (
    <Card title={text('tokens.title')} actions={<CreateToken size="S" onCreated={setCreated} />}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Typography textColor="neutral600">{text('tokens.hint')}</Typography>
        {isLoading && <Loader small>{text('loading')}</Loader>}
        {isError && <Typography textColor="danger600">{text('error.unknown')}</Typography>}
        {tokens?.length === 0 && (
          <Typography fontWeight="bold" textColor="neutral800">
            {text('tokens.none')}
          </Typography>
        )}
        {tokens && tokens.length > 0 && (
          <SimpleTable
            headers={COLUMNS.map((column) => text(`tokens.${column}`))}
            rows={tokens.map((token) => [
              <TokenName key="name" token={token} />,
              <Badge key="state" textColor="neutral800" backgroundColor={GROUNDS[token.state]}>
                {text(`tokens.state.${token.state}`)}
              </Badge>,
              <Instant key="created" at={token.createdAt} />,
              token.expiresAt ? <Instant key="ends" at={token.expiresAt} /> : text('tokens.never'),
              <LastUse key="used" token={token} />,
              <TokenActions key="actions" token={token} onRotated={setCreated} />,
            ])}
          />
        )}
      </Flex>
      <NewTokenModal token={created} webhook={webhook} onClose={() => setCreated(null)} />
    </Card>
  );
}

function TokenName({ token: { name, source } }: { token: TokenSummary }) {
  const text = useText();
  return (
    <>
      {name}
      {source !== 'database' && (
        <Typography variant="pi" textColor="neutral600" tag="div">
          {text(`tokens.source.${source}`)}
        </Typography>
      )}
    </>
  );
}

function LastUse({ token: { lastUsedAt, lastUsedAddress } }: { token: TokenSummary }) {
  const text = useText();
  const format = useFormat();
  if (lastUsedAt === null) return <>{text('tokens.unused')}</>;
  return (
    <>
      <time dateTime={lastUsedAt} title={format.instant(lastUsedAt)}>
        {format.age(lastUsedAt)}
      </time>
      {lastUsedAddress && (
        <Typography variant="pi" textColor="neutral600" tag="div">
          {text('tokens.from', { address: lastUsedAddress })}
        </Typography>
      )}
    </>
  );
}

interface TokenActionsProps {
  token: TokenSummary;
  onRotated: (token: NewToken) => void;
}

function TokenActions({ token: { id, name, state }, onRotated }: TokenActionsProps) {
  const text = useText();
  const act = useAct();
  const [revoke] = useRevokeReceiverTokenMutation();
  if (id === null || state === 'revoked' || state === 'expired') return null;
  return (
    <Flex gap={2} wrap="wrap">
      {state === 'active' && <RotateToken id={id} name={name} onRotated={onRotated} />}
      <ActionDialog
        label={text('token.revoke')}
        size="S"
        variant="danger-light"
        onConfirm={() => act(revoke(id), 'token.revoked')}
      >
        {text('token.revoke.body', { name })}
      </ActionDialog>
    </Flex>
  );
}
