import { Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Card } from '../../components/Card';
import { Instant } from '../../components/Instant';
import { useAct } from '../../hooks/use-act';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { useClearReceiverPinMutation } from '../../services/settings';
import { useText } from '../../wording/text';
import { ChoiceField, LinesField, NumberField } from './fields';
import { useSettingsForm } from './settings-form';

/** Whose deliveries are taken in, from where, and how many. */
export function AcceptCard() {
  const text = useText();
  const { pinned } = useSettingsForm().answer;
  // The button that forgets it goes with it.
  const place = useKeepFocus(String(pinned !== null));
  return (
    <Card title={text('settings.accept')}>
      <Grid.Root gap={5}>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <Flex {...place} direction="column" alignItems="stretch" gap={3}>
            <ChoiceField
              path="accept.pin"
              label="settings.pin"
              hint="settings.pin.hint"
              choices={[
                { value: 'none', label: 'settings.pin.none' },
                { value: 'first-use', label: 'settings.pin.first' },
              ]}
            />
            <Pinned />
          </Flex>
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <NumberField
            path="rateLimit"
            numberAt="rateLimit.perMinute"
            label="settings.rateLimit"
            hint="settings.rateLimit.hint"
            toValue={(perMinute) => (perMinute === null ? null : { perMinute })}
          />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <LinesField path="accept.orgIds" label="settings.orgIds" hint="settings.lines.hint" />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <LinesField
            path="accept.websiteIds"
            label="settings.websiteIds"
            hint="settings.lines.hint"
          />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <LinesField path="allowFrom" label="settings.allowFrom" hint="settings.allowFrom.hint" />
        </Grid.Item>
      </Grid.Root>
    </Card>
  );
}

function Pinned() {
  const text = useText();
  const act = useAct();
  const { pinned } = useSettingsForm().answer;
  const [clear, { isLoading }] = useClearReceiverPinMutation();
  if (pinned === null) return null;
  return (
    <Flex gap={3} wrap="wrap" justifyContent="space-between">
      <Typography variant="pi" textColor="neutral800">
        {text('settings.pinned', { orgId: pinned.orgId })} <Instant at={pinned.pinnedAt} />
      </Typography>
      <Button
        size="S"
        variant="danger-light"
        loading={isLoading}
        onClick={() => void act(clear(), 'settings.pin.cleared')}
      >
        {text('settings.pin.clear')}
      </Button>
    </Flex>
  );
}
