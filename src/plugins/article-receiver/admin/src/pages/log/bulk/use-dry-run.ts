import { useEffect, useRef, useState } from 'react';
import type { DryRun } from '../../../../../shared/deliveries/jobs';
import type { Selection } from '../../../services/deliveries';
import { useTryReceiverRedriveMutation } from '../../../services/jobs';
import { joinedDryRun } from '../../../../../shared/deliveries/joined-dry-run';

interface Trial {
  /** What has been found out so far; null before the first part. */
  found: DryRun | null;
  isFailed: boolean;
}

const NOTHING: Trial = { found: null, isFailed: false };

/**
 * What a bulk redrive would do, part by part: of thousands of articles that all differ it takes minutes.
 * @returns with it, what begins one and what ends it; it ends with the component, too.
 */
export function useDryRun(): Trial & { begin: (selection: Selection) => void; end: () => void } {
  const [tryPart] = useTryReceiverRedriveMutation();
  const [trial, setTrial] = useState(NOTHING);
  const current = useRef<object | null>(null);
  const end = () => void (current.current = null);
  useEffect(() => end, []);

  async function goThrough(selection: Selection): Promise<void> {
    const mine = {};
    current.current = mine;
    setTrial(NOTHING);
    let found: DryRun | null = null;
    for (let after: number | null = 0; after !== null;) {
      const part: DryRun | null = await tryPart({ ...selection, after })
        .unwrap()
        .catch(() => null);
      if (current.current !== mine) return;
      if (!part) return setTrial({ found, isFailed: true });
      found = found ? joinedDryRun(found, part) : part;
      setTrial({ found, isFailed: false });
      after = part.next;
    }
  }

  return { ...trial, begin: (selection) => void goThrough(selection), end };
}
