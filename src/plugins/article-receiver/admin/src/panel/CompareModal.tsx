import { Modal, TextButton } from '@strapi/design-system';
import type { SuggestionSummary } from '../../../shared/suggestions';
import { Comparison } from '../components/compare/Comparison';
import { fieldName, valueText } from '../utils/fields';
import { useText } from '../utils/text';

/** Both values in full, side by side, with what differs marked. */
export function CompareModal({ suggestion }: { suggestion: SuggestionSummary }) {
  const text = useText();
  const { field, value, current, labels } = suggestion;
  return (
    <Modal.Root>
      <Modal.Trigger>
        <TextButton>{text('suggestion.compare')}</TextButton>
      </Modal.Trigger>
      <Modal.Content style={{ maxWidth: '120rem', width: '90vw' }}>
        <Modal.Header closeLabel={text('close')}>
          <Modal.Title>{fieldName(field)}</Modal.Title>
        </Modal.Header>
        <Modal.Body>
          <Comparison
            before={valueText(current, labels)}
            after={valueText(value, labels)}
            labels={[text('suggestion.yours'), text('suggestion.offered')]}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
