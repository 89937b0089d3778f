import fc from 'fast-check';
import { evolve, type StreamEntry } from './evolve';
import { fingerprint } from '../merge/fingerprint';
import type { Fields } from '../merge/merge';
import {
  isSuperseded,
  mergeRegisters,
  type Registers,
  type Stamp,
} from '../shared-documents/registers';

const RUNS = 3_000;
const POLICY = {
  publishOnReady: 'planned',
  planned: { time: '09:00', timeZone: 'UTC' },
  statusMap: { hidden: 'ignore', live: 'publish' },
  now: Date.parse('2026-09-20T12:00:00Z'),
} as const;

interface Told extends Omit<StreamEntry, 'position'> {
  fields: Fields;
}

const words = fc.constantFrom('draft', 'Published', 'archived', 'hidden', 'live', 'new', null);

const told: fc.Arbitrary<Told> = fc.record({
  occurredAt: fc.nat(3),
  sourceUpdatedAt: fc.option(fc.integer({ min: -2, max: 3 })),
  event: fc.constantFrom('article.ready', 'article.status_changed', 'article.deleted'),
  sourceStatus: words,
  plannedFor: fc.constantFrom('2026-09-20', '2026-09-21', null),
  fields: fc.record(
    { name: fc.constantFrom('a', 'b', 'c', ''), language: fc.constantFrom('en', 'de') },
    { requiredKeys: [] },
  ),
});

/** No two deliveries are tied in both times: then the order of arrival decides, by definition. */
const histories = fc.uniqueArray(told, {
  maxLength: 12,
  selector: ({ occurredAt, sourceUpdatedAt }) => `${occurredAt} ${sourceUpdatedAt}`,
});

/** A history and another order of arrival, with repetitions. */
const disordered = histories.chain((history) =>
  fc.tuple(
    fc.constant(history),
    fc.shuffledSubarray([...history], { minLength: history.length }),
    fc.array(fc.nat(Math.max(0, history.length - 1)), { maxLength: 4 }),
  ),
);

/** What a stream comes to, with each delivery named by its place in the history. */
function outcome(history: readonly Told[], arrival: readonly Told[]) {
  const stream = arrival.map((entry, position) => ({ ...entry, position }));
  const { draft, publication, states } = evolve(stream, POLICY);
  const place = (position: number | null) =>
    position === null ? null : history.indexOf(arrival[position] as Told);
  return {
    draft: place(draft),
    publication: publication && [publication.effect, place(publication.position)],
    states: [...states]
      .map(([position, state]) => [place(position), state] as const)
      .sort(([a], [b]) => Number(a) - Number(b)),
  };
}

/** What a document shows that deliveries fill together, told in this order. */
function shared(arrival: readonly Told[]): { document: Fields | null; registers: Registers } {
  let document: Fields | null = null;
  let registers: Registers = {};
  arrival.forEach(({ fields, occurredAt, sourceUpdatedAt }, position) => {
    const stamp: Stamp = [occurredAt, sourceUpdatedAt ?? Number.MIN_SAFE_INTEGER, position];
    if (document && isSuperseded(fields, stamp, registers)) return;
    const merged = mergeRegisters(fields, stamp, document, registers, 'keep');
    document = { ...document, ...merged.write };
    registers = merged.registers;
  });
  return { document, registers };
}

describe('the order of arrival', () => {
  it('does not change what an article shows, nor where its deliveries stand', () => {
    fc.assert(
      fc.property(disordered, ([history, arrival]) => {
        expect(outcome(history, arrival)).toEqual(outcome(history, history));
      }),
      { numRuns: RUNS },
    );
  });

  it('does not change what several articles make of a document of theirs', () => {
    fc.assert(
      fc.property(disordered, ([history, arrival]) => {
        expect(fingerprint(shared(arrival).document)).toBe(fingerprint(shared(history).document));
      }),
      { numRuns: RUNS },
    );
  });

  it('does not matter when some deliveries are placed again', () => {
    fc.assert(
      fc.property(disordered, ([history, arrival, again]) => {
        const repeated = again.flatMap((index) => arrival[index] ?? []);
        const twice = shared([...arrival, ...repeated]).document;
        expect(fingerprint(twice)).toBe(fingerprint(shared(history).document));
      }),
      { numRuns: RUNS },
    );
  });

  it('decides only between deliveries that are tied in both times: the later one wins', () => {
    const tied = (position: number): StreamEntry => ({
      position,
      occurredAt: 1,
      sourceUpdatedAt: 1,
      event: 'article.ready',
      sourceStatus: 'draft',
      plannedFor: null,
    });
    expect(evolve([tied(2), tied(1)], POLICY).draft).toBe(2);
    expect(evolve([tied(1), tied(2)], POLICY).draft).toBe(2);
  });
});
