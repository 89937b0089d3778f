import { encodedDeep } from '../../utils/encoded-deep';
import { conditions, type Filters } from './state-filter';

/** A stretch of time (ISO 8601), its end not included. */
export interface Span {
  from: string;
  to: string;
}

/** The one stretch of arrivals that the filters ask for; null when they ask for none, or not plainly. */
export function spanIn(filters: Filters | undefined): Span | null {
  const asked = conditions(filters).flatMap(({ receivedAt }) => Object.entries(receivedAt ?? {}));
  const from = asked.find(([operator]) => operator === '$gte')?.[1];
  const to = asked.find(([operator]) => operator === '$lt')?.[1];
  const isPlain = asked.length === 2 && typeof from === 'string' && typeof to === 'string';
  return isPlain ? { from, to } : null;
}

/** The filters with this stretch of arrivals instead of any other; null for all times. */
export function withSpan(filters: Filters | undefined, span: Span | null): Filters {
  const others = conditions(filters).filter((condition) => !('receivedAt' in condition));
  const own =
    span === null ? [] : [{ receivedAt: { $gte: span.from } }, { receivedAt: { $lt: span.to } }];
  return encodedDeep({ $and: [...others, ...own] });
}
