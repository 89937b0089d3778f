import {
  Checkbox,
  Field,
  Flex,
  MultiSelect,
  MultiSelectOption,
  Textarea,
  Typography,
} from '@strapi/design-system';
import { ALERTS, type Alert, type AlertMail } from '../../../../shared/settings/settings';
import { Card } from '../../components/Card';
import { OnOff } from './OnOff';
import { useText } from '../../wording/text';
import { SettingField } from './fields';
import { useSetting, useSettingsForm } from './settings-form';

const PATH = 'alerts.mail';

/** Who is told when something waits for a person. */
export function AlertsCard() {
  const text = useText();
  const { isFixed, change } = useSetting(PATH);
  const { draft } = useSettingsForm();
  const { mail } = draft.alerts;
  return (
    <Card title={text('settings.alerts')}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Typography textColor="neutral600">{text('settings.alerts.hint')}</Typography>
        <SettingField path={PATH} label="settings.mail" hint={text('settings.mail.hint')}>
          <OnOff
            label={text('settings.mail')}
            isOn={mail !== null}
            isDisabled={isFixed}
            onChange={(isOn) => change(isOn ? { to: [], states: [...ALERTS] } : null)}
          />
        </SettingField>
        {mail && <Mail mail={mail} isFixed={isFixed} onChange={change} />}
      </Flex>
    </Card>
  );
}

interface MailProps {
  mail: AlertMail;
  isFixed: boolean;
  onChange: (mail: AlertMail) => void;
}

function Mail({ mail, isFixed, onChange }: MailProps) {
  const text = useText();
  const { answer, refused } = useSettingsForm();
  const misfit = refused.has(`${PATH}.to`) && text('settings.mail.to.misfit');
  const ids = mail.to.filter((to) => typeof to === 'number');
  const addresses = mail.to.filter((to) => typeof to === 'string');
  const chooseAdministrators = (chosen: string[]) =>
    onChange({ ...mail, to: [...chosen.map(Number), ...addresses] });
  const typeAddresses = (typed: string) => {
    const lines = typed.split('\n').map((line) => line.trimStart());
    onChange({ ...mail, to: [...ids, ...(typed === '' ? [] : lines)] });
  };
  const toggle = (alert: Alert) =>
    onChange({
      ...mail,
      states: ALERTS.filter((one) => mail.states.includes(one) !== (one === alert)),
    });
  return (
    <>
      <Field.Root name={`${PATH}.to`} error={addresses.length === 0 && misfit}>
        <Field.Label>{text('settings.mail.administrators')}</Field.Label>
        <MultiSelect
          value={ids.map(String)}
          disabled={isFixed}
          onChange={chooseAdministrators}
          withTags
        >
          {answer.administrators.map(({ id, name, email }) => (
            <MultiSelectOption key={id} value={String(id)}>
              {`${name} (${email})`}
            </MultiSelectOption>
          ))}
        </MultiSelect>
        <Field.Error />
      </Field.Root>
      {/* Administrators are chosen from those that there are: what does not fit is what was typed. */}
      <Field.Root
        name="addresses"
        hint={text('settings.mail.addresses.hint')}
        error={addresses.length > 0 && misfit}
      >
        <Field.Label>{text('settings.mail.addresses')}</Field.Label>
        <Textarea
          value={addresses.join('\n')}
          rows={2}
          disabled={isFixed}
          onChange={({ target }: { target: { value: string } }) => typeAddresses(target.value)}
        />
        <Field.Error />
        <Field.Hint />
      </Field.Root>
      <Flex
        tag="fieldset"
        direction="column"
        alignItems="flex-start"
        gap={2}
        style={{ border: 'none', padding: 0, margin: 0 }}
      >
        <Typography tag="legend" variant="pi" fontWeight="bold" paddingBottom={2}>
          {text('settings.mail.about')}
        </Typography>
        {ALERTS.map((alert) => (
          <Checkbox
            key={alert}
            checked={mail.states.includes(alert)}
            disabled={isFixed}
            onCheckedChange={() => toggle(alert)}
          >
            {text(`alert.${alert}`)}
          </Checkbox>
        ))}
      </Flex>
    </>
  );
}
