import { useRef, useState, type FormEvent } from 'react';
import { Button, Field, Flex, Modal, TextInput, type ButtonProps } from '@strapi/design-system';
import { Plus } from '@strapi/icons';
import type { NewToken } from '../../../../shared/settings/tokens';
import { useAct } from '../../hooks/use-act';
import { useCreateReceiverTokenMutation } from '../../services/tokens';
import { useText } from '../../wording/text';
import { DurationField } from './DurationField';
import { LIFETIMES } from './durations';

const MAX_CHARACTERS = 100;

interface CreateTokenProps extends Pick<ButtonProps, 'variant' | 'size'> {
  onCreated: (token: NewToken) => void;
}

/** Makes a token; whoever asked for it shows it, once. */
export function CreateToken({ onCreated, ...button }: CreateTokenProps) {
  const text = useText();
  const act = useAct();
  const [create, { isLoading }] = useCreateReceiverTokenMutation();
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState('');
  const nameInput = useRef<HTMLInputElement>(null);
  const [lifetime, setLifetime] = useState<keyof typeof LIFETIMES>('never');

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const lasts = LIFETIMES[lifetime];
    const expiresAt = lasts === null ? null : new Date(Date.now() + lasts).toISOString();
    const asked = create({ name: name.trim(), expiresAt });
    if (!(await act(asked, 'token.created'))) return;
    setOpen(false);
    setName('');
    onCreated(await asked.unwrap());
  };

  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button startIcon={<Plus />} {...button}>
          {text('token.create')}
        </Button>
      </Modal.Trigger>
      <Modal.Content
        // By itself it begins at the button that closes it.
        onOpenAutoFocus={(event) => {
          event.preventDefault();
          nameInput.current?.focus();
        }}
      >
        <form onSubmit={(event) => void submit(event)}>
          <Modal.Header closeLabel={text('close')}>
            <Modal.Title>{text('token.create')}</Modal.Title>
          </Modal.Header>
          <Modal.Body>
            <Flex direction="column" alignItems="stretch" gap={4}>
              <Field.Root name="name" required hint={text('token.name.hint')}>
                <Field.Label>{text('token.name')}</Field.Label>
                <TextInput
                  ref={nameInput}
                  value={name}
                  maxLength={MAX_CHARACTERS}
                  onChange={(event: { target: { value: string } }) => setName(event.target.value)}
                />
                <Field.Hint />
              </Field.Root>
              <DurationField
                name="lifetime"
                durations={LIFETIMES}
                value={lifetime}
                onChange={setLifetime}
              />
            </Flex>
          </Modal.Body>
          <Modal.Footer>
            <Modal.Close>
              <Button variant="tertiary">{text('cancel')}</Button>
            </Modal.Close>
            <Button type="submit" loading={isLoading} disabled={name.trim() === ''}>
              {text('token.create.submit')}
            </Button>
          </Modal.Footer>
        </form>
      </Modal.Content>
    </Modal.Root>
  );
}
