/**
 * Things of one kind together where more than so many came; one by one, in their order, where fewer
 * did. What is together stands where its first one stood.
 */
export function grouped<One extends { kind: string }>(all: readonly One[], over: number): One[][] {
  const byKind = new Map<string, One[]>();
  for (const one of all) byKind.set(one.kind, [...(byKind.get(one.kind) ?? []), one]);
  const groups: One[][] = [];
  for (const one of all) {
    const same = byKind.get(one.kind) ?? [];
    if (same.length <= over) groups.push([one]);
    else if (same[0] === one) groups.push(same);
  }
  return groups;
}
