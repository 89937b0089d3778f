import { Flex, Switch, Typography } from '@strapi/design-system';
import { styled } from 'styled-components';
import { COLOUR_SAYS_IT } from '../../components/forced-colours';
import { useText } from '../../wording/text';

const Drawn = styled(Switch)`
  ${COLOUR_SAYS_IT}
`;

interface OnOffProps {
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** A switch that says in words how it stands: the design system's own words have too little contrast. */
export function OnOff({ label, isOn, isDisabled = false, onChange }: OnOffProps) {
  const text = useText();
  return (
    <Flex gap={2}>
      <Drawn aria-label={label} checked={isOn} disabled={isDisabled} onCheckedChange={onChange} />
      <Typography aria-hidden textColor="neutral800">
        {text(isOn ? 'on' : 'off')}
      </Typography>
    </Flex>
  );
}
