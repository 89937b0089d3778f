import {
  Checkbox,
  Field,
  Flex,
  MultiSelect,
  MultiSelectOption,
  Textarea,
  Typography,
} from '@strapi/design-system';
import { ALERTS, type AlertMail } from '../../../../shared/settings/settings';
import { Card } from '../../components/Card';
import { OnOff } from './OnOff';
import { useText } from '../../wording/text';
import { SettingField } from './fields';
import { MAIL } from './settings-edits';
import { useSetting, useSettingsForm } from './settings-form';

/** Who is told when something waits for a person. */
export function AlertsCard() {
  const text = useText();
  const { isFixed } = useSetting(MAIL);
  const { draft, changeMail } = useSettingsForm();
  const { mail } = draft.alerts;
  return (
    <Card title={text('settings.alerts')}>
      <Flex direction="column" alignItems="stretch" gap={5}>
        <Typography textColor="neutral600">{text('settings.alerts.hint')}</Typography>
        <SettingField path={MAIL} label="settings.mail" hint={text('settings.mail.hint')}>
          <OnOff
            label={text('settings.mail')}
            isOn={mail !== null}
            isDisabled={isFixed}
            onChange={(isOn) => changeMail({ isOn })}
          />
        </SettingField>
        {mail && <Mail mail={mail} isFixed={isFixed} />}
      </Flex>
    </Card>
  );
}

interface MailProps {
  mail: AlertMail;
  isFixed: boolean;
}

function Mail({ mail, isFixed }: MailProps) {
  const text = useText();
  const { answer, refused, changeMail } = useSettingsForm();
  const misfit = refused.has(`${MAIL}.to`) && text('settings.mail.to.misfit');
  const ids = mail.to.filter((to) => typeof to === 'number');
  const addresses = mail.to.filter((to) => typeof to === 'string');
  const chooseAdministrators = (chosen: string[]) => {
    const after = chosen.map(Number);
    const changed = [...ids, ...after].filter((id) => ids.includes(id) !== after.includes(id));
    changeMail(Object.fromEntries(changed.map((id) => [id, after.includes(id)])));
  };
  const typeAddresses = (typed: string) =>
    changeMail({
      addresses: typed === '' ? [] : typed.split('\n').map((line) => line.trimStart()),
    });
  return (
    <>
      <Field.Root name={`${MAIL}.to`} error={addresses.length === 0 && misfit}>
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
        {refused.has(`${MAIL}.states`) && (
          <Typography variant="pi" textColor="danger600" tabIndex={-1} data-misfit>
            {text('settings.mail.about.misfit')}
          </Typography>
        )}
        {ALERTS.map((alert) => (
          <Checkbox
            key={alert}
            checked={mail.states.includes(alert)}
            disabled={isFixed}
            onCheckedChange={(isChosen) => changeMail({ [alert]: isChosen === true })}
          >
            {text(`alert.${alert}`)}
          </Checkbox>
        ))}
      </Flex>
    </>
  );
}
