import { SHOWN_STATES, type ShownState } from '../../../../shared/deliveries/deliveries';
import { encodedDeep } from '../../utils/encoded-deep';

export type Filters = Record<string, unknown>;
type Condition = Record<string, Record<string, unknown> | undefined>;

export const conditions = (filters: Filters | undefined): Condition[] =>
  Array.isArray(filters?.$and) ? (filters.$and as Condition[]) : [];

/** The one state that the filters ask for; null when they ask for none, or not plainly for one. */
export function stateIn(filters: Filters | undefined): ShownState | null {
  const asked = conditions(filters).flatMap(({ stateShown, state }) => [
    ...[stateShown?.$eq ?? []].flat(),
    ...[state?.$eq ?? []].flat(),
  ]);
  const [only] = asked;
  return asked.length === 1 ? (SHOWN_STATES.find((state) => state === only) ?? null) : null;
}

/** The filters with this state instead of any other; null for every state. */
export function withState(filters: Filters | undefined, state: ShownState | null): Filters {
  const others = conditions(filters).filter(
    (condition) => !('state' in condition || 'stateShown' in condition),
  );
  const $and = state === null ? others : [...others, { stateShown: { $eq: state } }];
  // Strapi writes queries into the address bar as they are.
  return encodedDeep({ $and });
}
