import { EFFECTS } from '../../../../shared/settings/settings';
import { useText } from '../../wording/text';
import { WordTable } from './WordTable';

/** What each status word of the service does to an article. */
export function StatusMapCard() {
  const text = useText();
  const choices = EFFECTS.map((value) => ({ value, label: text(`effect.${value}`) }));
  return <WordTable table="statusMap" choices={choices} />;
}
