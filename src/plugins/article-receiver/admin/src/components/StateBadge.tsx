import type { StatusVariant } from '@strapi/design-system';
import type { ShownState } from '../../../shared/deliveries/deliveries';
import { useText } from '../wording/text';
import { Sign } from './Sign';

const TONES = {
  pending: 'primary',
  applied: 'success',
  superseded: 'neutral',
  parked: 'warning',
  failed: 'danger',
  quarantined: 'alternative',
  leftOut: 'neutral',
} as const satisfies Record<ShownState, StatusVariant>;

export function StateBadge({ state }: { state: ShownState }) {
  const text = useText();
  return <Sign tone={TONES[state]}>{text(`state.${state}`)}</Sign>;
}
