import { useCallback } from 'react';
import { DELIVERY_STATES } from '../../../shared/deliveries/deliveries';
import type { TestStep } from '../../../shared/settings/settings';
import { useFormat } from './format';
import { useReason } from './reason';
import { useText } from './text';

/** Says what happened at a step of a test delivery, in the reader's language. */
export function useTestDetail() {
  const text = useText();
  const format = useFormat();
  const explain = useReason();
  return useCallback(
    ({ code, values, reason }: TestStep): string => {
      if (code === 'notMade') {
        const state = DELIVERY_STATES.find((known) => known === values.state);
        const words = [state && `${text(`state.${state}`)}.`, reason && explain(reason)];
        return words.filter(Boolean).join(' ');
      }
      const shown = Object.fromEntries(
        Object.entries(values).map(([name, value]) => [name, String(value)]),
      );
      const bytes = typeof values.bytes === 'number' ? format.bytes(values.bytes) : '';
      return text(`test.detail.${code}`, { ...shown, bytes });
    },
    [text, format, explain],
  );
}
