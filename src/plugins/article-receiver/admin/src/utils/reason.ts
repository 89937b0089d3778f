import { useCallback } from 'react';
import { IMAGE_FAULTS } from '../../../shared/image-faults';
import type { Issue } from '../../../shared/issues';
import { withIssue, type ToldReason } from '../../../shared/reasons';
import type { Values } from '../../../shared/wording';
import { fieldName } from './fields';
import { useText } from './text';

/** Lists in a reason are fields of the article. */
const shownValues = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(String).map(fieldName).join(', ') : (value as string),
    ]),
  );

/**
 * Says why a delivery is in its state, in the administrator's language; null where nothing is to be
 * said. What a newer server says and this panel does not know yet is shown in the server's words.
 */
export function useReason() {
  const text = useText();
  return useCallback(
    ({ reason, reasonCode, reasonValues }: ToldReason): string | null => {
      if (reasonCode === null) return reason;
      const values = withIssue(reasonValues ?? {}, (issue) =>
        text(`issue.${issue}`, shownValues(reasonValues ?? {})),
      );
      return text(`reason.${reasonCode}`, shownValues(values)) || reason;
    },
    [text],
  );
}

/** Says what did not fit, in the administrator's language where there are words for it. */
export function useIssue() {
  const text = useText();
  return useCallback(
    ({ message, code, values = {} }: Issue): string => {
      if (code === undefined) return message;
      const shown = shownValues(values);
      const fault = IMAGE_FAULTS.find((known) => known === values.fault);
      // Why an image is refused is kept in English, and as what is wrong with it.
      return text(
        `issue.${code}`,
        fault ? { ...shown, why: text(`image.why.${fault}`, shown) } : shown,
      );
    },
    [text],
  );
}
