import { useCallback } from 'react';
import { useText } from './text';

/** A token's name; of one that has none of its own, where it is from, in the reader's language. */
export function useTokenName() {
  const text = useText();
  return useCallback(
    (name: string): string => {
      const [, source, number = ''] = /^(config|environment) (\d+)$/.exec(name) ?? [];
      return source === 'config' || source === 'environment'
        ? text(`tokens.named.${source}`, { number })
        : name;
    },
    [text],
  );
}
