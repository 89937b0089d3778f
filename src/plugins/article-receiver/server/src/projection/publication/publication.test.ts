import { TEST_STATUS } from '../../read-delivery/test-delivery';
import { reasonOf } from '../../../../shared/deliveries/reasons';
import type { Effect } from '../../../../shared/settings/settings';
import { effectOf } from './publication';

const READY = 'article.ready';
const CHANGED = 'article.status_changed';
const policy = (publishOnReady = false, statusMap: Record<string, Effect> = {}) => ({
  publishOnReady,
  statusMap,
});

describe('effectOf', () => {
  it.each([
    [READY, 'draft', 'draft'],
    [READY, 'published', 'publish'],
    [READY, 'archived', 'unpublish'],
    [CHANGED, 'published', 'publish'],
    [CHANGED, ' PUBLISHED ', 'publish'],
    ['ARTICLE.STATUS_CHANGED', 'published', 'publish'],
    [CHANGED, 'archived', 'unpublish'],
    [CHANGED, 'draft', 'unpublish'],
  ])('of %s with %j is %s', (event, sourceStatus, effect) => {
    expect(effectOf({ event, sourceStatus }, policy())).toMatchObject({ effect });
  });

  it.each([
    [READY, 'draft', 'publish'],
    [CHANGED, 'draft', 'unpublish'],
  ])(
    'of %s with %j is %s where the site publishes what is ready',
    (event, sourceStatus, effect) => {
      expect(effectOf({ event, sourceStatus }, policy(true))).toEqual({ effect });
    },
  );

  it.each([
    [CHANGED, 'in_review', reasonOf('statusUnmapped', { word: 'in_review' })],
    [READY, 'in_review', reasonOf('statusUnmapped', { word: 'in_review' })],
    [CHANGED, null, reasonOf('statusMissing')],
    [READY, null, reasonOf('statusMissing')],
    [CHANGED, '__proto__', reasonOf('statusUnmapped', { word: '__proto__' })],
    [CHANGED, 'toString', reasonOf('statusUnmapped', { word: 'toString' })],
    ['article.deleted', 'published', reasonOf('eventUnknown', { event: 'article.deleted' })],
  ])('of %s with %j is undecided, which names it', (event, sourceStatus, named) => {
    for (const site of [policy(), policy(true)]) {
      expect(effectOf({ event, sourceStatus }, site)).toMatchObject({ undecided: named });
    }
  });

  it('follows the site’s own words, in any case, before the default ones', () => {
    const own = policy(false, { ' Live ': 'publish', Archived: 'ignore', draft: 'draft' });
    const of = (sourceStatus: string) => effectOf({ event: CHANGED, sourceStatus }, own);
    expect([of('LIVE'), of('archived'), of('draft'), of('published')]).toEqual(
      ['publish', 'ignore', 'draft', 'publish'].map((effect) => ({ effect })),
    );
  });

  it('lets no test publish anything, whatever the site makes of its word', () => {
    const own = policy(true, { [TEST_STATUS]: 'publish' });
    expect(effectOf({ event: CHANGED, sourceStatus: TEST_STATUS }, own)).toEqual({
      effect: 'draft',
    });
  });
});
