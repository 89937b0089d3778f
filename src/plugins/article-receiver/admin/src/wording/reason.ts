import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { IMAGE_FAULTS } from '../../../shared/deliveries/image-faults';
import type { Issue } from '../../../shared/deliveries/issues';
import { REQUEST_FAULTS } from '../../../shared/deliveries/request-faults';
import { withIssue, type ToldReason } from '../../../shared/deliveries/reasons';
import type { Placeholders } from '../../../shared/wording';
import { useFieldName } from './fields';
import { asSentence, ended, unended } from './sentence';
import { useText } from './text';

/** What a sentence names, in the reader's language. */
function useShownValues() {
  const fieldName = useFieldName();
  const { formatList } = useIntl();
  return useCallback(
    (values: Placeholders): Record<string, string | number> =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          // The only lists among the values are names of fields.
          Array.isArray(value) ? formatList(value.map(String).map(fieldName)) : (value as string),
        ]),
      ),
    [fieldName, formatList],
  );
}

/**
 * Says why a delivery is in its state, in the administrator's language; null where nothing is to be
 * said. What a newer server says and this panel does not know yet is shown in the server's words.
 */
export function useReason() {
  const text = useText();
  const shownValues = useShownValues();
  return useCallback(
    ({ reason, reasonCode, reasonValues }: ToldReason): string | null => {
      if (reasonCode === null) return reason && asSentence(reason);
      const values = withIssue(reasonValues ?? {}, (issue) =>
        // The place in the body may follow.
        unended(text(`issue.${issue}`, shownValues(reasonValues ?? {}))),
      );
      const words = text(`reason.${reasonCode}`, shownValues(values)) || reason;
      if (!words) return null;
      return reasonCode === 'asWorded' ? asSentence(words) : ended(words);
    },
    [text, shownValues],
  );
}

/** Says what did not fit, in the administrator's language where there are words for it. */
export function useIssue() {
  const text = useText();
  const shownValues = useShownValues();
  return useCallback(
    ({ message, code, values = {} }: Issue): string => {
      if (code === undefined) return asSentence(message);
      const shown = shownValues(values);
      // The server also says in English why; where it has a code, that is put in words here.
      const image = IMAGE_FAULTS.find((known) => known === values.fault);
      const request = REQUEST_FAULTS.find((known) => known === values.fault);
      const why =
        (image && text(`image.why.${image}`, shown)) ??
        (request && text(`request.why.${request}`, shown));
      return ended(text(`issue.${code}`, why === undefined ? shown : { ...shown, why }));
    },
    [text, shownValues],
  );
}
