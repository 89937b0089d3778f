import type { WaitingKind, Waits } from '../../../../shared/decisions/waiting';
import { useMay } from '../../permissions';

/** What nobody has to decide, but somebody has to see. */
const TO_SEE: ReadonlySet<WaitingKind> = new Set(['failed', 'quarantined']);

/**
 * Tells whether what waits is for the administrator to decide, and not only to see: a question, like a word, is
 * decided on the delivery's page, by whoever may act on deliveries.
 */
export function useDecides(): (waits: Waits) => boolean {
  const may = useMay();
  return ({ kind }) => {
    if (TO_SEE.has(kind)) return false;
    if (kind === 'word') return may.act && may.configure;
    return kind !== 'parked' || may.act;
  };
}
