interface Row {
  deliveryId: string;
}

/**
 * The rows to show when the list was read again while somebody is at it: the ones that they see, in
 * their places and up to date. What came in meanwhile waits.
 */
export function steadyRows<T extends Row>(shown: readonly T[], latest: readonly T[]) {
  const byId = new Map(latest.map((row) => [row.deliveryId, row]));
  const known = new Set(shown.map(({ deliveryId }) => deliveryId));
  return {
    rows: shown.map((row) => byId.get(row.deliveryId) ?? row),
    waiting: latest.filter(({ deliveryId }) => !known.has(deliveryId)).length,
  };
}
