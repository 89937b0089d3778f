import { isAboutAll } from '../../../shared/deliveries/reasons';
import type { Options } from '../config/options';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import { evolve } from '../projection/article/evolve';

/**
 * Whether the feed's last word on an article is that it is published. Its deliveries say so on every type; what a
 * projection carried out says it only where there are drafts.
 */
export function isSaidPublished(stream: readonly StreamDelivery[], options: Options): boolean {
  const refused = stream.flatMap(({ position, state, reason }) =>
    state === 'parked' && reason && isAboutAll(reason.code) ? [[position, reason] as const] : [],
  );
  const policy = { ...options, now: Date.now() };
  return evolve(stream, policy, { refused: new Map(refused) }).publication?.effect === 'publish';
}
