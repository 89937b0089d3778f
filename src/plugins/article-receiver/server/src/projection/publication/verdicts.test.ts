import fc from 'fast-check';
import { evolve, type StreamEntry } from '../article/evolve';
import { plannedInstant } from './planned-day';
import { wasPublished, type PolicyAt } from './verdicts';

const PLANNED = { time: '09:00', timeZone: 'Europe/Berlin' };

const policyAt = (now: number | string): PolicyAt => ({
  publishOnReady: 'planned',
  planned: PLANNED,
  statusMap: {},
  now: typeof now === 'number' ? now : Date.parse(now),
});

type Told = [time: string, word: 'ready' | 'published' | 'archived', plannedFor?: string];

const story = (...told: Told[]): StreamEntry[] =>
  told.map(([time, word, plannedFor], index) => ({
    position: index + 1,
    occurredAt: Date.parse(time),
    sourceUpdatedAt: null,
    event: word === 'ready' ? 'article.ready' : 'article.status_changed',
    sourceStatus: word === 'ready' ? 'draft' : word,
    plannedFor: plannedFor ?? null,
  }));

/** What is published, by position, and what is planned. */
function outcome(stream: StreamEntry[], now: string) {
  const { publication, planned } = evolve(stream, policyAt(now));
  return [publication && [publication.effect, publication.position], planned?.day ?? null];
}

describe('what is planned', () => {
  const once = story(['2026-09-14T08:00Z', 'ready', '2026-09-20']);

  it.each([
    ['not a moment before its day', once, '2026-09-20T06:59:59.999Z', null, '2026-09-20'],
    ['from its day on', once, '2026-09-20T07:00Z', ['publish', 1], null],
    [
      'at once, where the day was over when it was announced',
      story(['2026-09-25T08:00Z', 'ready', '2026-09-20']),
      '2026-09-25T08:00:01Z',
      ['publish', 1],
      null,
    ],
    [
      'never, without a day',
      story(['2026-09-14T08:00Z', 'ready']),
      '2030-01-01T00:00Z',
      null,
      null,
    ],
    [
      'on the day that a revision moved it to',
      story(
        ['2026-09-14T08:00Z', 'ready', '2026-09-20'],
        ['2026-09-15T08:00Z', 'ready', '2026-09-25'],
      ),
      '2026-09-24T00:00Z',
      null,
      '2026-09-25',
    ],
    [
      'no more, when a revision has no day',
      story(['2026-09-14T08:00Z', 'ready', '2026-09-20'], ['2026-09-15T08:00Z', 'ready']),
      '2026-09-24T00:00Z',
      null,
      null,
    ],
    [
      'still, when a revision after the day has a later one',
      story(
        ['2026-09-14T08:00Z', 'ready', '2026-09-20'],
        ['2026-09-21T08:00Z', 'ready', '2026-09-25'],
      ),
      '2026-09-22T00:00Z',
      ['publish', 1],
      '2026-09-25',
    ],
    [
      'before the day, when the service publishes it',
      story(['2026-09-14T08:00Z', 'ready', '2026-09-20'], ['2026-09-15T08:00Z', 'published']),
      '2026-09-16T00:00Z',
      ['publish', 2],
      null,
    ],
    [
      'not on the day, when the service archived it before',
      story(['2026-09-14T08:00Z', 'ready', '2026-09-20'], ['2026-09-15T08:00Z', 'archived']),
      '2026-09-22T00:00Z',
      ['unpublish', 2],
      null,
    ],
  ] as [string, StreamEntry[], string, unknown, string | null][])(
    'is published %s',
    (_, stream, now, publication, planned) => {
      expect(outcome(stream, now)).toEqual([publication, planned]);
    },
  );

  it('is known by its address once its day has come', () => {
    expect(wasPublished(once, policyAt('2026-09-19T00:00Z'))).toBe(false);
    expect(wasPublished(once, policyAt('2026-09-21T00:00Z'))).toBe(true);
  });

  const days = ['2026-09-18', '2026-09-20', '2026-09-22', '2026-09-24'];
  const times = fc.integer({
    min: Date.parse('2026-09-14T00:00Z'),
    max: Date.parse('2026-09-28T00:00Z'),
  });
  const streams = fc
    .array(
      fc.record({
        occurredAt: times,
        word: fc.constantFrom('ready', 'ready', 'published', 'archived', 'unknown'),
        plannedFor: fc.constantFrom(...days, null),
      }),
      { maxLength: 6 },
    )
    .map((told) =>
      told.map(({ occurredAt, word, plannedFor }, index): StreamEntry => ({
        position: index + 1,
        occurredAt,
        sourceUpdatedAt: null,
        event: word === 'ready' ? 'article.ready' : 'article.status_changed',
        sourceStatus: word === 'ready' ? 'draft' : word,
        plannedFor,
      })),
    );

  it('changes nothing but on the day that is known beforehand', () => {
    fc.assert(
      fc.property(streams, times, times, (stream, one, other) => {
        const [now, later] = [Math.min(one, other), Math.max(one, other)];
        // A planned word that a later one took the place of is a word from its day on, and changes nothing.
        const before = { ...evolve(stream, policyAt(now)), words: [] };
        const after = { ...evolve(stream, policyAt(later)), words: [] };
        const changesAt = before.planned ? plannedInstant(before.planned.day, PLANNED) : Infinity;
        if (later < changesAt) expect(after).toEqual(before);
        else expect(after.publication).toMatchObject({ effect: 'publish' });
      }),
    );
  });
});
