import { useState } from 'react';
import { Flex, Loader, Typography, type StatusVariant } from '@strapi/design-system';
import type { NewToken, TokenSummary } from '../../../../shared/settings/tokens';
import { useAct } from '../../hooks/use-act';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import {
  useGetReceiverTokensQuery,
  useRemoveReceiverTokenMutation,
  useRevokeReceiverTokenMutation,
} from '../../services/tokens';
import { useFormat } from '../../wording/format';
import { useText } from '../../wording/text';
import { useTokenName } from '../../wording/token-name';
import { ActionDialog } from '../ActionDialog';
import { Card } from '../Card';
import { Sign } from '../Sign';
import { SimpleTable } from '../facts/SimpleTable';
import { CreateToken } from './CreateToken';
import { NewTokenModal } from './NewTokenModal';
import { RotateToken } from './RotateToken';

const COLUMNS = ['name', 'state', 'lastUsedAt', 'actions'] as const;

const TONES = {
  active: 'success',
  replaced: 'warning',
  expired: 'neutral',
  revoked: 'neutral',
} as const satisfies Record<TokenSummary['state'], StatusVariant>;

/** The tokens that open the webhook. @param webhook its address without a token. */
export function TokensCard({ webhook }: { webhook: string }) {
  const text = useText();
  const { data, isLoading, isError } = useGetReceiverTokensQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  const tokens = data?.results;
  const [created, setCreated] = useState<NewToken | null>(null);
  // Of the two dialogs, the first is gone when the second gives the focus back; with what is revoked or
  // removed, its buttons are.
  const states = tokens?.map(({ name, state }) => `${name} ${state}`).join();
  const place = useKeepFocus(states === undefined ? null : `${created !== null} ${states}`);
  return (
    <Card title={text('tokens.title')} actions={<CreateToken size="S" onCreated={setCreated} />}>
      <Flex {...place} direction="column" alignItems="stretch" gap={4}>
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
              <TokenState key="state" token={token} />,
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

function TokenName({ token: { name, source, createdAt } }: { token: TokenSummary }) {
  const text = useText();
  const format = useFormat();
  const tokenName = useTokenName();
  // Breaks where it is one long word: the buttons beside it would be out of sight.
  return (
    <div style={{ minWidth: '8rem', overflowWrap: 'anywhere' }}>
      {tokenName(name)}
      {source !== 'database' && (
        <Typography variant="pi" textColor="neutral600" tag="div">
          {text(`tokens.source.${source}`)}
        </Typography>
      )}
      {createdAt && (
        <Typography variant="pi" textColor="neutral600" tag="div">
          {text('tokens.since', { date: format.date(createdAt) })}
        </Typography>
      )}
    </div>
  );
}

/** Whether it works, and until when. */
function TokenState({ token: { state, expiresAt } }: { token: TokenSummary }) {
  const text = useText();
  const format = useFormat();
  const works = state === 'active' || state === 'replaced';
  return (
    <Flex direction="column" alignItems="flex-start" gap={1}>
      <Sign tone={TONES[state]}>{text(`tokens.state.${state}`)}</Sign>
      {works && expiresAt && (
        <Typography variant="pi" textColor="neutral600">
          {/* With the time: one that was replaced may have an hour left of the day. */}
          <time dateTime={expiresAt}>
            {text('tokens.until', { date: format.instant(expiresAt) })}
          </time>
        </Typography>
      )}
    </Flex>
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
  const [remove] = useRemoveReceiverTokenMutation();
  if (id === null) return null;
  if (state === 'revoked' || state === 'expired') {
    return (
      <ActionDialog
        label={text('token.remove')}
        of={name}
        size="S"
        variant="danger-light"
        onConfirm={() => act(remove(id), 'token.removed')}
      >
        {text('token.remove.body', { name })}
      </ActionDialog>
    );
  }
  return (
    <Flex gap={2} wrap="wrap">
      {state === 'active' && <RotateToken id={id} name={name} onRotated={onRotated} />}
      <ActionDialog
        label={text('token.revoke')}
        of={name}
        size="S"
        variant="danger-light"
        onConfirm={() => act(revoke(id), 'token.revoked')}
      >
        {text('token.revoke.body', { name })}
      </ActionDialog>
    </Flex>
  );
}
