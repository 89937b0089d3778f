import { issueOf, type Issue } from '../../../shared/deliveries/issues';

/** For clocks that are wrong, and time zones that were left out. */
const ALLOWED_MS = 24 * 60 * 60_000;

/**
 * What is wrong with a delivery's time: where it lies ahead, all others of its article count as older until then.
 * @param occurredAt by its own account, in epoch ms.
 * @param receivedAt epoch ms.
 */
export const checkTime = (occurredAt: number, receivedAt: number): Issue[] =>
  occurredAt - receivedAt > ALLOWED_MS ? [issueOf('timestamp', 'timestampAhead')] : [];
