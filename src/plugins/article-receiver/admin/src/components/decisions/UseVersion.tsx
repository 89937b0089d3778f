import { useState } from 'react';
import { Box, Button, Checkbox, Flex, Loader, Modal, Typography } from '@strapi/design-system';
import type { ArticleVersion, VersionField } from '../../../../shared/articles/articles';
import { useAct } from '../../hooks/use-act';
import {
  useGetReceiverVersionQuery,
  usePutReceiverVersionMutation,
  type VersionAddress,
} from '../../services/articles';
import { changedMeanwhile } from '../../utils/changed-meanwhile';
import { useFieldName, useValueText } from '../../wording/fields';
import { useRefusal } from '../../wording/refusal';
import { useText } from '../../wording/text';
import { Comparison } from './Comparison';
import { useLasting } from './Lasting';

interface UseVersionProps extends VersionAddress {
  /** When the delivery arrived, as people say it. */
  time: string;
  /** Whether the entry has changes that are not saved: they would be lost. */
  isModified?: boolean;
}

/** Goes back to a delivery: shows what would change in the draft, then puts it there. */
export function UseVersion({ time, isModified = false, ...address }: UseVersionProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useLasting(isOpen);
  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button
          variant="tertiary"
          aria-label={text('pair', { name: text('version.use'), value: time })}
        >
          {text('version.use')}
        </Button>
      </Modal.Trigger>
      <Modal.Content style={{ maxWidth: '120rem', width: '90vw' }}>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{text('version.of', { time })}</Modal.Title>
        </Modal.Header>
        {isOpen && (
          <Version address={address} isModified={isModified} onDone={() => setOpen(false)} />
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

interface VersionProps {
  address: VersionAddress;
  isModified: boolean;
  onDone: () => void;
}

function Version({ address, isModified, onDone }: VersionProps) {
  const text = useText();
  const act = useAct();
  const refusal = useRefusal();
  const { data, isFetching, error } = useGetReceiverVersionQuery(address, {
    refetchOnMountOrArgChange: true,
  });
  const [use, { isLoading }] = usePutReceiverVersionMutation();
  const [left, setLeft] = useState<readonly string[]>([]);
  const fields = (data?.fields ?? []).map(({ field }) => field);
  const chosen = fields.filter((field) => !left.includes(field));
  const toggle = (field: string) =>
    setLeft(left.includes(field) ? left.filter((other) => other !== field) : [...left, field]);
  const submit = async () => {
    const seen = Object.fromEntries((data?.fields ?? []).map((one) => [one.field, one.seen]));
    const asked = use({ ...address, fields: chosen, seen });
    if (await act(asked, 'version.used', changedMeanwhile)) onDone();
  };
  return (
    <>
      <Modal.Body>
        {isFetching && (
          <Flex justifyContent="center" padding={6}>
            <Loader>{text('loading')}</Loader>
          </Flex>
        )}
        {error !== undefined && !isFetching && (
          <Typography textColor="danger600">{refusal(error) ?? text('error.unknown')}</Typography>
        )}
        {isModified && (
          <Typography textColor="neutral800" fontWeight="bold" paddingBottom={4}>
            {text('version.modified')}
          </Typography>
        )}
        {data && error === undefined && !isFetching && (
          <Fields version={data} left={left} onToggle={toggle} />
        )}
      </Modal.Body>
      <Modal.Footer>
        <Modal.Close>
          <Button variant="tertiary">{text('cancel')}</Button>
        </Modal.Close>
        <Button
          loading={isLoading}
          disabled={isFetching || error !== undefined || isModified || chosen.length === 0}
          onClick={() => void submit()}
        >
          {text('version.put')}
        </Button>
      </Modal.Footer>
    </>
  );
}

interface FieldsProps {
  version: ArticleVersion;
  /** Fields that stay as they are. */
  left: readonly string[];
  onToggle: (field: string) => void;
}

function Fields({ version: { fields }, left, onToggle }: FieldsProps) {
  const text = useText();
  if (fields.length === 0) return <Typography>{text('version.same')}</Typography>;
  return (
    <Flex direction="column" alignItems="stretch" gap={5}>
      <Typography textColor="neutral600">{text('version.hint')}</Typography>
      {fields.map((one) => (
        <FieldOfVersion
          key={one.field}
          field={one}
          isChosen={!left.includes(one.field)}
          onToggle={() => onToggle(one.field)}
        />
      ))}
    </Flex>
  );
}

interface FieldOfVersionProps {
  field: VersionField;
  isChosen: boolean;
  onToggle: () => void;
}

function FieldOfVersion({ field: one, isChosen, onToggle }: FieldOfVersionProps) {
  const text = useText();
  const fieldName = useFieldName();
  const textOf = useValueText();
  const { field, current, value, labels } = one;
  const name = fieldName(field);
  return (
    <Box tag="section" aria-label={name}>
      <Checkbox checked={isChosen} onCheckedChange={onToggle}>
        {name}
      </Checkbox>
      <Box paddingTop={2}>
        <Comparison
          before={textOf(field, current, labels)}
          after={textOf(field, value, labels)}
          labels={[text('suggestion.yours'), text('version.then')]}
          isFolded
        />
      </Box>
    </Box>
  );
}
