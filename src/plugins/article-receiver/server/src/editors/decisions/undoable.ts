import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import type { DecisionRow } from '../../ledger/people/decisions';
import type { Ledger } from '../../ledger/ledger';

/**
 * Whether a decision still stands and can be taken back.
 * @param all the decisions in its stream, oldest first.
 */
export async function isUndoable(
  ledger: Pick<Ledger, 'suggestions'>,
  row: DecisionRow,
  all: readonly DecisionRow[],
  delivery: DeliveryRow | undefined,
): Promise<boolean> {
  const last = all.findLast(
    (one) =>
      one.kind === row.kind &&
      one.streamKey === row.streamKey &&
      (row.kind === 'suggestion'
        ? one.subject === row.subject
        : one.deliveryPosition === row.deliveryPosition),
  );
  if (last?.id !== row.id) return false;
  if (row.kind === 'suggestion') return (await ledger.suggestions.rejectedBy(row)) !== null;
  if (row.kind === 'publication') return row.choice === 'discard' && delivery !== undefined;
  return row.kind === 'delivery' && row.choice === 'leave' && Boolean(delivery?.leftBy);
}
