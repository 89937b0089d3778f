import { fieldName } from './fields';
import { useText, type TextId } from './text';

interface Known {
  pattern: RegExp;
  id: TextId;
  values: (...parts: string[]) => Record<string, string>;
}

/** The server's reasons that editors see most, by how it words them. */
const KNOWN: Known[] = [
  {
    pattern: /^The status "(.*)" has no effect assigned to it\.$/s,
    id: 'reason.status',
    values: (word = '') => ({ word }),
  },
  {
    pattern: /^The event "(.*)" is not known\.$/s,
    id: 'reason.event',
    values: (event = '') => ({ event }),
  },
  {
    pattern: /^Publishing is held: the draft has unpublished changes of an editor \((.*)\)\.$/s,
    id: 'reason.hold',
    values: (fields = '') => ({ fields: fields.split(', ').map(fieldName).join(', ') }),
  },
  {
    pattern: /^Discarded by (.*?): (.*)$/s,
    id: 'reason.discarded',
    values: (name = '', reason = '') => ({ name, reason }),
  },
  { pattern: /^The delivery names no status\.$/, id: 'reason.noStatus', values: () => ({}) },
  {
    pattern: /^The site refused the content\. \((.*)\)$/s,
    id: 'reason.refused',
    values: (detail = '') => ({ detail }),
  },
  {
    pattern:
      /^(?:The disk or the storage is full|The storage has no room left for this site|The site may not write to its storage|The storage is read-only)\. \((.*)\)$/s,
    id: 'reason.storage',
    values: (detail = '') => ({ detail }),
  },
];

/** The text and its values for a reason; null for one that is shown as the server words it. */
export function knownReason(reason: string): { id: TextId; values: Record<string, string> } | null {
  for (const { pattern, id, values } of KNOWN) {
    const [, ...parts] = pattern.exec(reason) ?? [];
    if (pattern.test(reason)) return { id, values: values(...parts) };
  }
  return null;
}

/** Says why a delivery is in its state, in the administrator's language where it can. */
export function useReason() {
  const text = useText();
  return (reason: string): string => {
    const known = knownReason(reason);
    return known ? text(known.id, known.values) : reason;
  };
}
