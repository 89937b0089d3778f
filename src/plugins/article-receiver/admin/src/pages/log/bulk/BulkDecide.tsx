import { useState } from 'react';
import {
  Button,
  Field,
  Flex,
  Loader,
  Modal,
  SingleSelect,
  SingleSelectOption,
  Typography,
} from '@strapi/design-system';
import type { ListedDelivery, WaitingWord } from '../../../../../shared/deliveries/deliveries';
import { isAboutWord } from '../../../../../shared/deliveries/reasons';
import { EFFECTS } from '../../../../../shared/settings/settings';
import { useLasting } from '../../../components/decisions/Lasting';
import { useAct } from '../../../hooks/use-act';
import { useMay } from '../../../permissions';
import {
  useDecideReceiverWordsMutation,
  useGetReceiverWordsQuery,
  type WordDecision,
} from '../../../services/deliveries';
import { useText } from '../../../wording/text';

interface BulkDecideProps {
  /** Those that are selected. */
  deliveries: ListedDelivery[];
  onDone: () => void;
}

/** Decides on the words that several deliveries wait for: once for each, for all that have it. */
export function BulkDecide({ deliveries, onDone }: BulkDecideProps) {
  const text = useText();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  useLasting(isOpen);
  const ids = deliveries
    .filter(({ state, reasonCode }) => state === 'parked' && isAboutWord(reasonCode))
    .map(({ deliveryId }) => deliveryId);
  const {
    data: words,
    isFetching,
    isError,
  } = useGetReceiverWordsQuery(ids, {
    skip: !isOpen || ids.length === 0,
    refetchOnMountOrArgChange: true,
  });
  if (ids.length === 0 || !may.configure) return null;
  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <Button size="S" variant="secondary">
          {text('words.action')}
        </Button>
      </Modal.Trigger>
      <Modal.Content>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{text('words.title')}</Modal.Title>
        </Modal.Header>
        {words && !isFetching && !isError ? (
          <Words
            words={words}
            onDone={() => {
              setOpen(false);
              onDone();
            }}
          />
        ) : (
          <Modal.Body>
            {isFetching ? (
              <Flex justifyContent="center" padding={6}>
                <Loader>{text('loading')}</Loader>
              </Flex>
            ) : (
              <Typography textColor="danger600">{text('words.failed')}</Typography>
            )}
          </Modal.Body>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}

function Words({ words, onDone }: { words: WaitingWord[]; onDone: () => void }) {
  const text = useText();
  const act = useAct();
  const [decide, { isLoading }] = useDecideReceiverWordsMutation();
  const [chosen, setChosen] = useState<Record<string, string>>({});
  const decisions = words.flatMap(({ deliveryId, kind }) => {
    const value = chosen[deliveryId];
    return value === undefined ? [] : [{ deliveryId, ...decisionOf(kind, value) }];
  });
  const submit = async () => {
    const isDone = await act(decide(decisions), (results) => {
      const decided = results.filter((result) => 'result' in result);
      if (decided.length === results.length) return 'words.done';
      return { partly: decided.length > 0 ? 'words.partly' : 'words.none' };
    });
    if (isDone) onDone();
  };
  return (
    <>
      <Modal.Body>
        <Flex direction="column" alignItems="stretch" gap={4}>
          <Typography>{text('words.hint')}</Typography>
          {words.map((word) => (
            <Word
              key={word.deliveryId}
              word={word}
              value={chosen[word.deliveryId]}
              onChoose={(value) => setChosen({ ...chosen, [word.deliveryId]: value })}
            />
          ))}
        </Flex>
      </Modal.Body>
      <Modal.Footer>
        <Modal.Close>
          <Button variant="tertiary">{text('cancel')}</Button>
        </Modal.Close>
        <Button loading={isLoading} disabled={decisions.length === 0} onClick={() => void submit()}>
          {text('words.decide')}
        </Button>
      </Modal.Footer>
    </>
  );
}

function decisionOf(kind: WaitingWord['kind'], value: string): WordDecision {
  const effect = EFFECTS.find((known) => known === value);
  return kind === 'status' && effect ? { effect } : { locale: value };
}

interface WordProps {
  word: WaitingWord;
  value: string | undefined;
  onChoose: (value: string) => void;
}

function Word({
  word: { kind, word, locales, deliveries, fixedByConfig },
  value,
  onChoose,
}: WordProps) {
  const text = useText();
  const choices =
    kind === 'language'
      ? locales.map((locale) => ({ value: locale, label: locale }))
      : EFFECTS.map((effect) => ({
          value: effect,
          label: text('pair', {
            name: text(`effect.${effect}`),
            value: text(`effect.${effect}.hint`),
          }),
        }));
  return (
    <Field.Root
      name={word}
      hint={
        fixedByConfig
          ? text('decision.fixed', { word })
          : text('words.waiting', { count: deliveries })
      }
    >
      {/* All of the word, however long: by itself a label is cut off. */}
      <Field.Label style={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}>
        {text(kind === 'status' ? 'decision.title' : 'decision.language.title', { word })}
      </Field.Label>
      <SingleSelect
        value={value ?? null}
        disabled={fixedByConfig}
        placeholder={text('words.choose')}
        onChange={(chosen: string | number) => onChoose(String(chosen))}
      >
        {choices.map((choice) => (
          <SingleSelectOption key={choice.value} value={choice.value}>
            {choice.label}
          </SingleSelectOption>
        ))}
      </SingleSelect>
      <Field.Hint />
    </Field.Root>
  );
}
