import { createHash } from 'node:crypto';
import { factsOf } from '../../../src/plugins/article-receiver/server/src/read-delivery/facts';
import { readDelivery } from '../../../src/plugins/article-receiver/server/src/read-delivery/read';
import type { Arrival } from '../../../src/plugins/article-receiver/server/src/event-log/arrival';

/** A body on its way into the log, as the webhook hands it over. */
export function arrivalOf(body: Buffer, differences: Partial<Arrival> = {}): Arrival {
  const { lifted, reading } = readDelivery(body);
  return {
    digest: createHash('sha256').update(body).digest('hex'),
    byteSize: body.length,
    lifted,
    receivedAt: Date.now(),
    token: 'test',
    remoteAddress: null,
    userAgent: null,
    state: 'pending',
    reason: null,
    issues: [],
    facts: factsOf(reading),
    past: null,
    ...differences,
  };
}
