import { Badge, Box, Flex, Grid, Link, Typography } from '@strapi/design-system';
import type { DeliveryImage } from '../../../../shared/deliveries/deliveries';
import { Card } from '../../components/Card';
import { siteAddress } from '../../utils/addresses';
import { useFormat } from '../../wording/format';
import { useIssue } from '../../wording/reason';
import { asSentence } from '../../wording/sentence';
import { useText } from '../../wording/text';

/** The delivery's images as pictures; of those that are not there, why. */
export function ImagesCard({ images }: { images: DeliveryImage[] }) {
  const text = useText();
  if (images.length === 0) return null;
  return (
    <Card title={text('delivery.images', { count: images.length })}>
      <Grid.Root gap={4} tag="ul">
        {images.map((image) => (
          <Grid.Item
            key={image.path}
            tag="li"
            col={4}
            s={6}
            xs={12}
            direction="column"
            alignItems="stretch"
          >
            <Picture image={image} />
          </Grid.Item>
        ))}
      </Grid.Root>
    </Card>
  );
}

/** Files of a local provider have addresses without a host. */
const absolute = (address: string) =>
  address.startsWith('/') ? `${siteAddress()}${address}` : address;

const GROUNDS = {
  stored: 'success200',
  refused: 'danger200',
  missing: 'warning200',
  dropped: 'neutral200',
} as const satisfies Record<DeliveryImage['state'], string>;

function Picture({ image }: { image: DeliveryImage }) {
  const text = useText();
  const format = useFormat();
  const explain = useIssue();
  const { path, kind, alt, caption, contentType, byteSize, state, reason, issue, file } = image;
  const size = file?.width && file.height ? `${file.width} × ${file.height}` : null;
  const facts = [contentType, byteSize === null ? null : format.bytes(byteSize), size];
  return (
    <Box borderColor="neutral150" hasRadius overflow="hidden" height="100%">
      <Flex background="neutral100" justifyContent="center" height="14rem">
        {file ? (
          <Link href={absolute(file.url)} isExternal={false} target="_blank" rel="noreferrer">
            <img
              src={absolute(file.thumbnailUrl ?? file.url)}
              alt={alt || text('image.untitled')}
              style={{ maxHeight: '14rem', maxWidth: '100%', display: 'block' }}
            />
          </Link>
        ) : (
          <Typography textColor="neutral600">{text('image.none')}</Typography>
        )}
      </Flex>
      <Flex direction="column" alignItems="flex-start" gap={2} padding={3}>
        <Flex gap={2} wrap="wrap">
          <Badge textColor="neutral800" backgroundColor={GROUNDS[state]}>
            {text(`image.${state}`)}
          </Badge>
          {kind && <Badge>{kind}</Badge>}
        </Flex>
        {reason && (
          <Typography variant="pi" fontWeight="bold" textColor="neutral800">
            {issue ? explain(issue) : asSentence(reason)}
          </Typography>
        )}
        {(caption || alt) && (
          <Typography variant="pi" textColor="neutral800">
            {caption || alt}
          </Typography>
        )}
        <Typography variant="pi" textColor="neutral600" style={{ overflowWrap: 'anywhere' }}>
          {[path, ...facts].filter(Boolean).join(' · ')}
        </Typography>
      </Flex>
    </Box>
  );
}
