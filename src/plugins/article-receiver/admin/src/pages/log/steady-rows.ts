interface Row {
  deliveryId: string;
}

/**
 * The rows to show when the list was read again while somebody uses it: the same rows, in the same
 * places, with their new values. New rows wait until they are asked for.
 */
export function steadyRows<T extends Row>(shown: readonly T[], latest: readonly T[]) {
  const byId = new Map(latest.map((row) => [row.deliveryId, row]));
  const known = new Set(shown.map(({ deliveryId }) => deliveryId));
  return {
    rows: shown.map((row) => byId.get(row.deliveryId) ?? row),
    waiting: latest.filter(({ deliveryId }) => !known.has(deliveryId)).length,
  };
}
