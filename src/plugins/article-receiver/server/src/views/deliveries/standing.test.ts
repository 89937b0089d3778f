import { reasonOf } from '../../../../shared/deliveries/reasons';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { draftOf, NOWHERE, standingOf, type ArticleNow } from './standing';

const entry = (position: number, rest: Partial<StreamDelivery> = {}): StreamDelivery => ({
  ...{ position, streamKey: 'one', articleId: 'art_1', slug: 'one', deliveryId: `dlv_${position}` },
  ...{ receivedAt: position, occurredAt: 0, sourceUpdatedAt: null, event: 'article.ready' },
  ...{ sourceStatus: 'draft', plannedFor: null, state: 'applied', reason: null, failures: 0 },
  issues: [],
  ...rest,
});

describe('the delivery that a draft shows', () => {
  const shownOf = (stream: StreamDelivery[], wasShown: number[] = []) =>
    draftOf(stream, new Set(wasShown))?.position ?? null;

  it('is the newest in the order of the stream, whenever it arrived', () => {
    expect(shownOf([entry(1, { occurredAt: 5 }), entry(2, { occurredAt: 4 })])).toBe(1);
    expect(shownOf([entry(1), entry(2)])).toBe(2);
    expect(shownOf([])).toBeNull();
  });

  it('is none that waits as a whole, that a newer one replaced, or that cannot be used', () => {
    const waits = entry(3, {
      state: 'parked',
      reason: reasonOf('eventUnknown', { event: 'sung' }),
    });
    expect(shownOf([entry(1), waits])).toBe(1);
    expect(shownOf([entry(1), entry(3, { state: 'superseded' })])).toBe(1);
    expect(shownOf([entry(1), entry(3, { state: 'quarantined' })])).toBe(1);
  });

  it('is one whose publication waits', () => {
    const waits = entry(3, { state: 'parked', reason: reasonOf('statusMissing') });
    expect(shownOf([entry(1), waits])).toBe(3);
  });

  it.each(['pending', 'failed'] as const)('is one that is %s if it was shown before', (state) => {
    expect(shownOf([entry(1), entry(2, { state })])).toBe(1);
    expect(shownOf([entry(1), entry(2, { state })], [2])).toBe(2);
  });
});

describe('where a delivery stands', () => {
  const first = { position: 1, receivedAt: 10 };
  const second = { position: 2, receivedAt: 20 };
  const said = (effect: 'publish' | 'unpublish', rest: Partial<ArticleNow>): ArticleNow => ({
    ...{ draft: first, word: { effect, position: 1 }, isByHand: false },
    ...{ isPublished: true, publishedAt: 20 },
    ...rest,
  });
  const nowhere = {
    ...{ inDraft: false, inPublic: false, newerAt: null, tookOffline: false, byHand: null },
  };

  it.each<[string, string[], ArticleNow, object]>([
    ['nowhere in an article of which nothing is known', ['title'], NOWHERE, {}],
    [
      'in both once it was published',
      ['title', 'publish'],
      said('publish', {}),
      { inDraft: true, inPublic: true },
    ],
    [
      'in the public article alone where the draft has a newer one',
      ['publish'],
      said('publish', { draft: second }),
      { inPublic: true, newerAt: 20 },
    ],
    [
      'in the draft where its word published nothing, because somebody decided against that say',
      ['title', 'hold'],
      said('publish', {}),
      { inDraft: true },
    ],
    [
      'in the draft where what was published with it is another’s word',
      ['title', 'publish'],
      said('publish', { word: { effect: 'publish', position: 2 } }),
      { inDraft: true },
    ],
    [
      'in both where somebody published its draft once more',
      ['title', 'publish'],
      said('publish', { isByHand: true }),
      { inDraft: true, inPublic: true },
    ],
    [
      'in neither where somebody may have published a newer draft',
      ['publish'],
      said('publish', { draft: second, isByHand: true }),
      { newerAt: 20, byHand: 'public' },
    ],
    [
      'in the draft where somebody took the article offline',
      ['publish'],
      said('publish', { isPublished: false }),
      { inDraft: true, byHand: 'offline' },
    ],
    [
      'in the draft of an article that it took offline',
      ['unpublish'],
      said('unpublish', { isPublished: false }),
      { inDraft: true, tookOffline: true },
    ],
    [
      'in the draft of an article that was not public anyway',
      ['title'],
      said('unpublish', { isPublished: false }),
      { inDraft: true },
    ],
    [
      'in the draft of an article that somebody published after it',
      ['unpublish'],
      said('unpublish', {}),
      { inDraft: true, byHand: 'public' },
    ],
    [
      'in the draft where the entry is gone, or its type has no drafts',
      ['title'],
      said('publish', { isPublished: null }),
      { inDraft: true },
    ],
  ])('is %s', (_, changes, article, expected) => {
    expect(standingOf(1, changes, article)).toEqual({ ...nowhere, ...expected });
  });
});
