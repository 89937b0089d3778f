import { Box, Button, Flex, Typography } from '@strapi/design-system';
import { Notice } from '../../components/Notice';
import { useValueText } from '../../wording/fields';
import { useText } from '../../wording/text';
import { Excerpt } from '../Excerpt';
import type { ChangedField, MeanwhileState } from './use-meanwhile';

interface MeanwhileProps extends MeanwhileState {
  /** The buttons that were pressed are gone: the focus has to go somewhere. */
  onTaken: () => void;
}

/** What the service changed in the form that somebody is writing in, to be taken into it. */
export function Meanwhile({ untouched, both, take, onTaken }: MeanwhileProps) {
  const text = useText();
  const takeIn = (fields: readonly ChangedField[]) => {
    take(fields.map(({ path }) => path));
    onTaken();
  };
  const names = untouched.map(({ label }) => label).join(', ');
  return (
    <Notice>
      <Flex direction="column" alignItems="stretch" gap={3} role="status">
        <Typography fontWeight="bold" tag="h3">
          {text('meanwhile.title')}
        </Typography>
        {untouched.length > 0 && (
          <>
            <Typography style={{ overflowWrap: 'anywhere' }}>
              {text('meanwhile.changed', { fields: names })}
            </Typography>
            <Box>
              <Button size="S" variant="secondary" onClick={() => takeIn(untouched)}>
                {text(untouched.length === 1 ? 'meanwhile.take' : 'meanwhile.takeAll')}
              </Button>
            </Box>
          </>
        )}
        {both.map((field) => (
          <Both key={field.path} field={field} onTake={() => takeIn([field])} />
        ))}
      </Flex>
    </Notice>
  );
}

function Both({ field, onTake }: { field: ChangedField; onTake: () => void }) {
  const text = useText();
  const textOf = useValueText();
  const { path, label, value } = field;
  return (
    <Flex direction="column" alignItems="stretch" gap={2} tag="section" aria-label={label}>
      <Typography fontWeight="semiBold">{label}</Typography>
      <Typography>{text('meanwhile.both')}</Typography>
      {isPlain(value) && (
        <Excerpt label={text('suggestion.offered')} value={textOf(path, value)} isNew />
      )}
      <Box>
        <Button
          size="S"
          variant="tertiary"
          aria-label={text('meanwhile.takeOne.of', { field: label })}
          onClick={onTake}
        >
          {text('meanwhile.takeOne')}
        </Button>
      </Box>
    </Flex>
  );
}

/** Whether a value can be read as it is: no relation, file or component. */
const isPlain = (value: unknown): boolean =>
  Array.isArray(value) ? value.every(isPlain) : typeof value !== 'object' || value === null;
