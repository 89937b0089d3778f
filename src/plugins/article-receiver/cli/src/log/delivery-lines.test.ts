import type { DeliveryDetail, PendingDecision } from '../../../shared/deliveries/deliveries';
import { deliveryLines } from './delivery-lines';

const DETAIL: DeliveryDetail = {
  ...{ deliveryId: 'dlv_1', event: null, articleId: null, title: null, slug: null, orgId: null },
  ...{ campaignId: null, sourceStatus: null, occurredAt: null, sourceUpdatedAt: null },
  ...{ receivedAt: '2026-11-01T12:00:00.000Z', state: 'parked', outcome: [], discardedAt: null },
  ...{ reason: null, reasonCode: null, reasonValues: null, left: null, duplicates: 0, bytes: 1 },
  ...{ documentId: null, contentType: null, locale: null, articleTitle: null, address: null },
  ...{ issues: [], attempts: [], nextAttemptAt: null, digest: '', images: [], changes: null },
  sender: { token: null, address: null, userAgent: null },
  timings: {
    ...{ receivedAt: '2026-11-01T12:00:00.000Z', acknowledgedAt: null, projectedAt: null },
    ...{ acknowledgeMs: null, projectMs: null },
  },
  decision: null,
};

const asked = (decision: Pick<PendingDecision, 'kind' | 'word' | 'fixedByConfig'>) =>
  deliveryLines({ ...DETAIL, decision: { ...decision, locales: [], deliveries: 3 } }).filter(
    (line) => line.startsWith('decision:'),
  );

it('asks nothing of a delivery that waits for no decision on a word', () => {
  expect(deliveryLines(DETAIL).join('\n')).not.toContain('decision:');
});

it('asks for what a status does, and names the option that says so', () => {
  const decision = { kind: 'status', word: 'Reviewed' } as const;
  expect(asked({ ...decision, fixedByConfig: false })).toEqual([
    'decision: what does the status "Reviewed" do? 3 parked; decide in the admin, or with statusMap',
  ]);
  expect(asked({ ...decision, fixedByConfig: true })).toEqual([
    'decision: what does the status "Reviewed" do? 3 parked; decide in the config file (statusMap)',
  ]);
});

it('asks for the locale of a language, and names the option that says so', () => {
  const decision = { kind: 'language', word: 'Deutsch' } as const;
  expect(asked({ ...decision, fixedByConfig: false })).toEqual([
    'decision: what locale is the language "Deutsch"? 3 parked; decide in the admin, or with languageMap',
  ]);
  expect(asked({ ...decision, fixedByConfig: true })).toEqual([
    'decision: what locale is the language "Deutsch"? 3 parked; decide in the config file (languageMap)',
  ]);
});
