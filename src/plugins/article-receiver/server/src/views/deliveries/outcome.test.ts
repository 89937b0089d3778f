import { issueOf } from '../../../../shared/deliveries/issues';
import { reasonOf } from '../../../../shared/deliveries/reasons';
import { outcomeOf, type OutcomeFacts } from './outcome';

const AT = 1_790_000_000_000;
const at = new Date(AT).toISOString();
const NOW = { inDraft: true, inPublic: false, newerAt: null, tookOffline: false, byHand: null };
const NEWER = { ...NOW, inDraft: false, newerAt: AT };
const DELETED = { name: 'Ada', at };

const facts = (rest: Partial<OutcomeFacts>): OutcomeFacts => ({
  ...{ state: 'applied', reason: null, discardedAt: null, nextAttemptAt: null },
  ...{ issues: [], changes: ['title'], details: null, accepted: [], suggestions: 0 },
  ...{ plannedAt: null, standing: NOW, deleted: null, left: null, notPublished: null },
  ...rest,
});
const kept = { kept: ['title', 'tldr'], otherSlug: null };
const fields = kept.kept;

describe('what became of a delivery', () => {
  it.each<[string, Partial<OutcomeFacts>, object[]]>([
    ['the draft has it', {}, [{ code: 'draft' }]],
    ['nothing had to change', { changes: [] }, [{ code: 'nothing' }]],
    [
      'both have it, but for what editors changed',
      { standing: { ...NOW, inPublic: true }, details: kept },
      [{ code: 'bothExcept', fields }],
    ],
    [
      'it is published, and the draft keeps what editors changed',
      { standing: { ...NOW, inPublic: true }, changes: ['publish'], details: kept },
      [{ code: 'published' }, { code: 'kept', fields }],
    ],
    [
      'the public article alone has it, and another slug is no longer its own',
      {
        standing: { ...NEWER, inPublic: true },
        details: kept,
        issues: [issueOf('article.slug', 'slugTaken', { slug: 'one', own: 'one-2' })],
        accepted: ['title'],
      },
      [
        { code: 'publicExcept', fields: ['tldr'] },
        { code: 'newerDraft', at },
      ],
    ],
    [
      'it was replaced, though readers have it until what is newer is published',
      { state: 'superseded', standing: { ...NEWER, inPublic: true } },
      [{ code: 'public' }, { code: 'newerDraft', at }],
    ],
    [
      'images are left out, each with its own reason',
      {
        issues: [
          issueOf('article.images.0', 'imageMissing'),
          issueOf('article.images.1', 'imageRefused', { why: 'it is an SVG document' }),
          issueOf('article.images.2', 'imageMissing'),
        ],
      },
      [
        { code: 'draft' },
        { code: 'images', count: 2, issue: issueOf('article.images.0', 'imageMissing') },
        expect.objectContaining({ code: 'images', count: 1 }),
      ],
    ],
    ['it was replaced', { state: 'superseded', standing: NEWER }, [{ code: 'replaced', at }]],
    [
      'it took the article offline with no changes but the service’s own',
      { standing: { ...NOW, tookOffline: true }, changes: ['sourceStatus', 'unpublish'] },
      [{ code: 'unpublished' }],
    ],
    [
      'it took the article offline with changes',
      { standing: { ...NOW, tookOffline: true }, changes: ['title', 'unpublish'], details: kept },
      [{ code: 'unpublishedChanged' }, { code: 'kept', fields }],
    ],
    [
      'the article is offline by hand',
      { standing: { ...NOW, byHand: 'offline' } },
      [{ code: 'draft' }, { code: 'offlineByHand' }],
    ],
    [
      'whoever decided against its publication is named instead',
      { standing: { ...NOW, byHand: 'offline' }, notPublished: DELETED },
      [{ code: 'draft' }, { code: 'notPublished', ...DELETED }],
    ],
    [
      'its word waits, and a newer one is in the draft',
      { state: 'parked', reason: reasonOf('statusUnmapped', { word: 'x' }), standing: NEWER },
      [
        { code: 'newerDraft', at },
        { code: 'wordUndecided', word: 'x' },
      ],
    ],
    [
      'all of it waits',
      { state: 'parked', reason: reasonOf('eventUnknown', { event: 'x' }), standing: NEWER },
      [{ code: 'reason' }],
    ],
    [
      'its word waits, and the article was deleted',
      {
        state: 'parked',
        reason: reasonOf('statusUnmapped', { word: 'x' }),
        deleted: DELETED,
      },
      [
        { code: 'deletedHere', ...DELETED },
        { code: 'wordUndecided', word: 'x' },
      ],
    ],
  ])('is that %s', (_, rest, expected) => {
    expect(outcomeOf(facts(rest))).toEqual(expected);
  });
});
