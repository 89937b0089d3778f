import fc from 'fast-check';
import { evolve, inOrder, neededBy, type StreamEntry } from './evolve';

const policy = {
  publishOnReady: false,
  statusMap: { skip: 'ignore' as const },
  planned: { time: '09:00', timeZone: 'UTC' },
  now: 0,
};

const entries = fc
  .array(
    fc.record({
      occurredAt: fc.nat(4),
      sourceUpdatedAt: fc.option(fc.nat(2)),
      event: fc.constantFrom('article.ready', 'article.status_changed', 'other'),
      sourceStatus: fc.constantFrom('draft', 'published', 'archived', 'unknown', 'skip', null),
      plannedFor: fc.constant(null),
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
    plannedFor: null,
  }));

interface Refusals {
  no?: number[];
  gone?: number[];
}

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
  it('gives the same article in whatever order the stream is read', () => {
    const shuffled = entries.chain((stream) =>
      fc.tuple(fc.constant(stream), fc.shuffledSubarray(stream, { minLength: stream.length })),
    );
    fc.assert(
      fc.property(shuffled, ([stream, other]) => {
        expect(evolve(other, policy)).toEqual(evolve(stream, policy));
      }),
    );
  });

  it.each([
    ['nothing while it is not known to be refused', ['published', 'published'], {}, null],
    ['the publication before it', ['published', 'published', 'ready'], { no: [2] }, 1],
    ['one before several', ['published', 'published', 'published'], { no: [2, 3] }, 1],
    ['an unpublication before it', ['published', 'archived', 'published'], { no: [3] }, 2],
    ['nothing where there is no other', ['ready', 'published'], { no: [2] }, null],
    [
      'nothing where its body is gone',
      ['archived', 'published', 'published'],
      { no: [3], gone: [2] },
      null,
    ],
    ['nothing while a newer one counts', ['published', 'published', 'archived'], { no: [2] }, null],
  ])(
    'lets count in the place of what is refused: %s',
    (_, words, { no, gone }: Refusals, position) => {
      const hindrances = { unpublishable: new Set(no), lost: new Set(gone) };
      const desired = evolve(story(...words), policy, hindrances);
      expect(desired.instead?.position ?? null).toBe(position);
      if (desired.instead?.effect === 'publish') expect(neededBy(desired)).toContain(position);
    },
  );

  it('shows the newest decided delivery, and publishes what was last said to be', () => {
    fc.assert(
      fc.property(entries, (stream) => {
        const { draft, publication, states } = evolve(stream, policy);
        expect(states.size).toBe(stream.length);
        const decided = [...stream]
          .sort(inOrder)
          .filter(({ event, sourceStatus }) => event !== 'other' && sourceStatus !== 'skip');
        expect(draft).toBe(decided.at(-1)?.position ?? null);
        const words = decided.filter(
          ({ event, sourceStatus }) =>
            sourceStatus === 'published' ||
            sourceStatus === 'archived' ||
            (event === 'article.status_changed' && sourceStatus === 'draft'),
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
      ['superseded', 'parked'],
    ],
    [
      ['unknown', 'ready'],
      ['parked', 'applied'],
    ],
    [
      ['unknown', 'published'],
      ['superseded', 'applied'],
    ],
    [
      ['published', 'unknown', 'ready'],
      ['applied', 'parked', 'applied'],
    ],
    [
      ['published', 'skip'],
      ['applied', 'superseded'],
    ],
    [['unknown'], ['parked']],
  ])('after %j the states are %j', (words, expected) => {
    const { states } = evolve(story(...words), policy);
    expect([...states].sort(([a], [b]) => a - b).map(([, { state }]) => state)).toEqual(expected);
  });

  it('needs the bodies of what is shown, and of nothing else', () => {
    const needed = (...words: string[]) => [...neededBy(evolve(story(...words), policy))];
    expect(needed('published', 'archived', 'ready')).toEqual([3]);
    expect(needed('published', 'ready')).toEqual([2, 1]);
    expect(needed('published', 'unknown')).toEqual([2, 1]);
  });

  it('leaves out what cannot be shown any more, says so, and keeps its word to unpublish', () => {
    const lost = new Set([1, 2]);
    const { draft, publication, states } = evolve(story('published', 'archived', 'ready'), policy, {
      lost,
    });
    expect([draft, publication]).toEqual([3, { effect: 'unpublish', position: 2 }]);
    expect(states.get(1)).toMatchObject({
      state: 'superseded',
      reason: { code: 'bodyDropped' },
    });
    expect(evolve(story('published', 'skip', 'ready'), policy, { lost }).publication).toBeNull();
  });

  it('asks nothing of what somebody left as it is', () => {
    const left = (words: string[], position: number) =>
      evolve(
        story(...words).map((entry) =>
          entry.position === position ? { ...entry, leftBy: 'Ada' } : entry,
        ),
        policy,
      ).states.get(position);
    const reason = { code: 'left', values: { name: 'Ada' } };
    expect(left(['ready', 'unknown'], 2)).toEqual({ state: 'applied', reason });
    expect(left(['unknown', 'ready'], 1)).toEqual({ state: 'superseded', reason });
  });

  it('leaves out what somebody left, for good, where all of the delivery was asked about', () => {
    const [first, second] = story('published', 'published');
    if (!first || !second) throw new Error('there is no story');
    const left = { ...second, leftBy: 'Ada', leftCode: 'localeMoves' };
    const { draft, publication, silent } = evolve([first, left], policy);
    expect([draft, publication?.position, silent]).toEqual([1, 1, new Set([2])]);
  });

  it('goes back to the word before where somebody declined a publication', () => {
    const declined = (leftCode: string | null, ...words: string[]) => {
      const entries = story(...words);
      const last = entries.at(-1);
      return evolve(
        last ? [...entries.slice(0, -1), { ...last, leftBy: 'Ada', leftCode }] : [],
        policy,
      ).publication;
    };
    const before = { effect: 'publish', position: 1 };
    expect(declined('publicationLacks', 'published', 'published')).toEqual(before);
    expect(declined('publicationStage', 'ready', 'published')).toBeNull();
    // What was asked there was whether the article comes back, not whether it is published.
    expect(declined('articleDeleted', 'published')).toEqual(before);
  });

  it('asks no longer about an unknown event once something newer is shown, or it was left', () => {
    const sung = (words: string[], leftBy: string | null) =>
      evolve(
        story(...words).map((entry) =>
          entry.position === 1 ? { ...entry, event: 'article.sung', leftBy } : entry,
        ),
        policy,
      ).states.get(1);
    expect(sung(['ready'], null)).toMatchObject({ state: 'parked' });
    expect(sung(['ready', 'ready'], null)).toMatchObject({ state: 'superseded' });
    expect(sung(['ready'], 'Ada')).toMatchObject({ state: 'superseded', reason: { code: 'left' } });
  });
});
