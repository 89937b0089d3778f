import { Layouts, Page } from '@strapi/strapi/admin';
import { Button, Flex, Grid, Typography } from '@strapi/design-system';
import { Check } from '@strapi/icons';
import { AskBeforeLeaving } from './AskBeforeLeaving';
import { AddressBox } from '../../components/connection/AddressBox';
import { Positioned } from '../../components/Positioned';
import { Card } from '../../components/Card';
import { useAskAgain } from '../../hooks/use-ask-again';
import { useKeepFocus } from '../../hooks/use-keep-focus';
import { CONFIGURE } from '../../permissions';
import { useGetReceiverSettingsQuery } from '../../services/settings';
import { isUnanswered } from '../../utils/unanswered';
import { useText } from '../../wording/text';
import { AcceptCard } from './AcceptCard';
import { AlertsCard } from './AlertsCard';
import { ChoiceField, LinesField, NumberField, SwitchField, TextField } from './fields';
import { LanguageMapCard } from './LanguageMapCard';
import { RetentionCard } from './RetentionCard';
import { SettingsFormProvider, useSetting, useSettingsForm } from './settings-form';
import { StatusMapCard } from './StatusMapCard';
import { TypedWordsProvider } from './typed-words';
import { useFocusOnMisfit } from './use-focus-on-misfit';
import { useSaveWithWords, type SavedForm } from './use-save-with-words';

const MIB = 1024 * 1024;
const SECOND_MS = 1_000;

export default function ConfigurationPage() {
  return (
    <Page.Protect permissions={CONFIGURE}>
      <Positioned>
        <Configuration />
      </Positioned>
    </Page.Protect>
  );
}

/** What can be changed while the site runs; what its config files fix is shown as fixed. */
function Configuration() {
  const text = useText();
  const {
    data: answer,
    isLoading,
    error,
    refetch,
  } = useGetReceiverSettingsQuery(undefined, { refetchOnMountOrArgChange: true });
  useAskAgain(isUnanswered(error), refetch);
  if (isLoading) return <Page.Loading />;
  if (!answer) return <Page.Error />;
  return (
    <Page.Main>
      <Page.Title>{text('settings.title')}</Page.Title>
      <SettingsFormProvider answer={answer}>
        {(form) => (
          <TypedWordsProvider>
            <ConfigurationForm {...form} />
          </TypedWordsProvider>
        )}
      </SettingsFormProvider>
    </Page.Main>
  );
}

function ConfigurationForm(form: SavedForm) {
  const text = useText();
  const { isChanged, isSaving, save } = useSaveWithWords(form);
  // There is nothing more to save then, and the button that had it takes none.
  const place = useKeepFocus<HTMLFormElement>(String(isSaving));
  useFocusOnMisfit(place.ref, isSaving);
  return (
    <form
      {...place}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <AskBeforeLeaving isChanged={isChanged && !isSaving} />
      <Layouts.Header
        title={text('settings.title')}
        subtitle={text('settings.subtitle')}
        primaryAction={
          <Button type="submit" startIcon={<Check />} loading={isSaving} disabled={!isChanged}>
            {text('settings.save')}
          </Button>
        }
      />
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={6} paddingBottom={8}>
          <StatusMapCard />
          <LanguageMapCard />
          <PublicationCard />
          <AcceptCard />
          <LimitsCard />
          <RetentionCard />
          <AlertsCard />
          <MetricsCard />
        </Flex>
      </Layouts.Content>
    </form>
  );
}

function PublicationCard() {
  const text = useText();
  const isPlanned = useSetting('publishOnReady').value === 'planned';
  return (
    <Card title={text('settings.publication')}>
      <Grid.Root gap={5}>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <ChoiceField
            path="publishOnReady"
            label="settings.publishOnReady"
            hint="settings.publishOnReady.hint"
            choices={[
              { value: false, label: 'settings.publishOnReady.no' },
              { value: true, label: 'settings.publishOnReady.yes' },
              { value: 'planned', label: 'settings.publishOnReady.planned' },
            ]}
          />
        </Grid.Item>
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <ChoiceField
            path="editorEdits"
            label="settings.editorEdits"
            hint="settings.editorEdits.hint"
            choices={[
              { value: 'keep', label: 'settings.editorEdits.keep' },
              { value: 'overwrite', label: 'settings.editorEdits.overwrite' },
            ]}
          />
        </Grid.Item>
        {isPlanned && (
          <>
            <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
              <TextField path="planned.time" label="settings.planned.time" type="time" />
            </Grid.Item>
            <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
              <TextField
                path="planned.timeZone"
                label="settings.planned.timeZone"
                hint="settings.planned.timeZone.hint"
              />
            </Grid.Item>
          </>
        )}
      </Grid.Root>
    </Card>
  );
}

const LIMITS = [
  { path: 'maxBodyBytes', label: 'settings.maxBodyBytes', scale: MIB },
  { path: 'bodyTimeoutMs', label: 'settings.bodyTimeoutMs', scale: SECOND_MS },
  { path: 'images.maxBytes', label: 'settings.images.maxBytes', scale: MIB },
  { path: 'images.maxPixels', label: 'settings.images.maxPixels', scale: 1 },
  { path: 'images.maxFrames', label: 'settings.images.maxFrames', scale: 1 },
] as const;

function LimitsCard() {
  const text = useText();
  return (
    <Card title={text('settings.limits')}>
      <Grid.Root gap={5}>
        {LIMITS.map((limit) => (
          <Grid.Item key={limit.path} col={6} xs={12} direction="column" alignItems="stretch">
            <NumberField {...limit} />
          </Grid.Item>
        ))}
        <Grid.Item col={6} xs={12} direction="column" alignItems="stretch">
          <LinesField
            path="images.fetchFrom"
            label="settings.images.fetchFrom"
            hint="settings.images.fetchFrom.hint"
          />
        </Grid.Item>
      </Grid.Root>
    </Card>
  );
}

function MetricsCard() {
  const text = useText();
  const { answer } = useSettingsForm();
  // Beside the webhook, for API tokens: a monitor has no administrator's session.
  const address = new URL('metrics', answer.webhook.url).href;
  return (
    <Card title={text('settings.metrics')}>
      <Flex direction="column" alignItems="stretch" gap={4}>
        <Typography textColor="neutral600">{text('settings.metrics.hint')}</Typography>
        <AddressBox address={address} />
        <SwitchField path="metrics.enabled" label="settings.metrics.enabled" />
      </Flex>
    </Card>
  );
}
