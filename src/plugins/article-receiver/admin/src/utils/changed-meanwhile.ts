import { isRecord } from '../../../shared/records';

/** What is said where the draft changed since it was shown; null for another refusal. */
export function changedMeanwhile(error: unknown): 'error.changed' | null {
  const details = isRecord(error) && isRecord(error.details) ? error.details : {};
  return details.reason === 'changed' ? 'error.changed' : null;
}
