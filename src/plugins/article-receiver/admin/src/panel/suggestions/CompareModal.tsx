import { useState } from 'react';
import { Button, Flex, Modal, TextButton } from '@strapi/design-system';
import type { SuggestionSummary } from '../../../../shared/decisions/suggestions';
import type { SuggestionDecision } from '../../services/articles';
import { Comparison } from '../../components/decisions/Comparison';
import { useLasting } from '../../components/decisions/Lasting';
import { useValueText } from '../../wording/fields';
import { useText } from '../../wording/text';
import { DecisionButtons } from './DecisionButtons';

interface CompareModalProps {
  suggestion: SuggestionSummary;
  /** What its field is called. */
  name: string;
  isModified: boolean;
  /** @returns whether it is decided. */
  onDecide: (decision: SuggestionDecision) => Promise<boolean>;
}

/** Both values in full, side by side, with what differs marked. */
export function CompareModal({ suggestion, name, isModified, onDecide }: CompareModalProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useLasting(isOpen);
  const [isLoading, setLoading] = useState(false);
  const textOf = useValueText();
  const { field, value, current, labels } = suggestion;
  const decide = async (decision: SuggestionDecision) => {
    setLoading(true);
    if (await onDecide(decision)) setOpen(false);
    setLoading(false);
  };
  return (
    <Modal.Root open={isOpen} onOpenChange={setOpen}>
      <Modal.Trigger>
        <TextButton>{text('suggestion.compare')}</TextButton>
      </Modal.Trigger>
      <Modal.Content style={{ maxWidth: '120rem', width: '90vw' }}>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{name}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Comparison
            before={textOf(field, current, labels)}
            after={textOf(field, value, labels)}
            labels={[text('suggestion.yours'), text('suggestion.offered')]}
          />
        </Modal.Body>
        <Modal.Footer>
          <Modal.Close>
            <Button variant="tertiary" size="S">
              {text('close')}
            </Button>
          </Modal.Close>
          <Flex gap={2}>
            <DecisionButtons
              isLoading={isLoading}
              isModified={isModified}
              onDecide={(decision) => void decide(decision)}
            />
          </Flex>
        </Modal.Footer>
      </Modal.Content>
    </Modal.Root>
  );
}
