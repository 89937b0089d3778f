import { Box, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { useFormat } from '../wording/format';
import { useText } from '../wording/text';
import { Notice } from './Notice';

/** In sight however far down somebody is: below Strapi's own header, which does the same. */
const Sticky = styled(Box)`
  position: sticky;
  top: 9.6rem;
  z-index: 2;
`;

interface AwayNoticeProps {
  /** When the server was last heard of, in epoch ms. */
  since: number;
  /** Where nothing around it keeps what follows at a distance. */
  isApart?: boolean;
}

/** Says that what is shown is old, because the server does not answer. */
export function AwayNotice({ since, isApart = false }: AwayNoticeProps) {
  const text = useText();
  const format = useFormat();
  const at = new Date(since).toISOString();
  return (
    <Sticky role="status" marginBottom={isApart ? 4 : 0}>
      <Notice>
        <Typography textColor="neutral800">
          {text('away.since', { time: format.time(at) })}
        </Typography>
      </Notice>
    </Sticky>
  );
}
