import { Box, Flex, Typography } from '@strapi/design-system';
import { EmptyDocuments } from '@strapi/icons/symbols';
import { CopyButton } from '../../components/CopyButton';
import { siteAddress } from '../../utils/addresses';
import { useText } from '../../utils/text';

/** What the address ends in: the one secret, which the panel does not know. */
const TOKEN = 'TOKEN';

/** Shown until the first delivery arrives: what to paste where. */
export function FirstSteps({ webhookPath }: { webhookPath: string }) {
  const text = useText();
  const address = `${siteAddress()}${webhookPath}/${TOKEN}`;
  return (
    <Box background="neutral0" hasRadius shadow="tableShadow" padding={10}>
      <Flex direction="column" gap={4} maxWidth="72rem" margin="auto">
        <EmptyDocuments width="16rem" height="8.8rem" />
        <Typography variant="beta" tag="h2">
          {text('first.title')}
        </Typography>
        <Flex tag="ol" direction="column" alignItems="stretch" gap={3}>
          <Typography tag="li">1. {text('first.token')}</Typography>
          <Typography tag="li">2. {text('first.address')}</Typography>
          <Flex
            gap={3}
            background="neutral100"
            borderColor="neutral200"
            hasRadius
            padding={3}
            justifyContent="space-between"
          >
            <Typography tag="code" style={{ overflowWrap: 'anywhere' }}>
              {address}
            </Typography>
            <CopyButton value={address} label={text('first.copy')} />
          </Flex>
          <Typography tag="li">3. {text('first.send')}</Typography>
        </Flex>
      </Flex>
    </Box>
  );
}
