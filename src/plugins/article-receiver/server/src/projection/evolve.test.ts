import fc from 'fast-check';
import { evolve, inOrder, type StreamEntry } from './evolve';

const policy = { publishOnReady: false, statusMap: { skip: 'ignore' as const } };

const entries = fc
  .array(
    fc.record({
      occurredAt: fc.nat(4),
      sourceUpdatedAt: fc.option(fc.nat(2)),
      event: fc.constantFrom('article.ready', 'article.status_changed', 'other'),
      sourceStatus: fc.constantFrom('draft', 'published', 'archived', 'unknown', 'skip', null),
    }),
    { maxLength: 8 },
  )
  .map((stream) => stream.map((entry, index): StreamEntry => ({ ...entry, position: index + 1 })));

const story = (...words: string[]): StreamEntry[] =>
  words.map((word, index) => ({
    position: index + 1,
    occurredAt: index,
    sourceUpdatedAt: null,
    event: word === 'ready' ? 'article.ready' : 'article.status_changed',
    sourceStatus: word === 'ready' ? 'draft' : word,
  }));

describe('inOrder', () => {
  const entry = (occurredAt: number, sourceUpdatedAt: number | null, position: number) =>
    ({ occurredAt, sourceUpdatedAt, position }) as StreamEntry;

  it.each([
    ['timestamp', entry(1, 9, 9), entry(2, 0, 1)],
    ['updatedAt where timestamps tie', entry(1, 1, 9), entry(1, 2, 1)],
    ['having an updatedAt at all', entry(1, null, 9), entry(1, 0, 1)],
    ['position where all ties', entry(1, 1, 1), entry(1, 1, 2)],
    ['position where neither has an updatedAt', entry(1, null, 1), entry(1, null, 2)],
  ])('goes by %s', (_, older, newer) => {
    expect(inOrder(older, newer)).toBeLessThan(0);
    expect(inOrder(newer, older)).toBeGreaterThan(0);
  });
});

describe('evolve', () => {
  it('gives the same target in whatever order the stream is read', () => {
    const shuffled = entries.chain((stream) =>
      fc.tuple(fc.constant(stream), fc.shuffledSubarray(stream, { minLength: stream.length })),
    );
    fc.assert(
      fc.property(shuffled, ([stream, other]) => {
        expect(evolve(other, policy)).toEqual(evolve(stream, policy));
      }),
    );
  });

  it('shows the newest decided delivery, and publishes what was last said to be', () => {
    fc.assert(
      fc.property(entries, (stream) => {
        const { draft, publication, standings } = evolve(stream, policy);
        expect(standings.size).toBe(stream.length);
        const decided = [...stream].sort(inOrder).filter(({ event, sourceStatus }) => {
          if (event === 'other' || sourceStatus === 'skip' || sourceStatus === 'unknown')
            return false;
          return event === 'article.ready' || sourceStatus !== null;
        });
        expect(draft).toBe(decided.at(-1)?.position ?? null);
        const words = decided.filter(
          ({ event, sourceStatus }) =>
            event === 'article.status_changed' ||
            sourceStatus === 'published' ||
            sourceStatus === 'archived',
        );
        const last = words.at(-1);
        const effect = last?.sourceStatus === 'published' ? 'publish' : 'unpublish';
        expect(publication).toEqual(last ? { effect, position: last.position } : null);
      }),
    );
  });

  it.each([
    [['ready'], ['applied']],
    [
      ['ready', 'published'],
      ['superseded', 'applied'],
    ],
    [
      ['published', 'ready'],
      ['applied', 'applied'],
    ],
    [
      ['published', 'ready', 'archived'],
      ['superseded', 'superseded', 'applied'],
    ],
    [
      ['published', 'archived', 'ready'],
      ['superseded', 'superseded', 'applied'],
    ],
    [
      ['ready', 'unknown'],
      ['applied', 'parked'],
    ],
    [
      ['unknown', 'ready'],
      ['superseded', 'applied'],
    ],
    [
      ['published', 'skip'],
      ['applied', 'superseded'],
    ],
    [['unknown'], ['parked']],
  ])('after %j the states are %j', (words, states) => {
    const { standings } = evolve(story(...words), policy);
    expect([...standings].sort(([a], [b]) => a - b).map(([, { state }]) => state)).toEqual(states);
  });
});
