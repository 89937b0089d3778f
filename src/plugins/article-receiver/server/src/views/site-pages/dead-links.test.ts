import type { DeadLink } from '../../../../shared/articles/links';
import type { StreamDocument } from '../../ledger/streams/documents';
import { linksLeft } from './dead-links';

const dead = (url: string): DeadLink => ({ url, slug: 'a', reason: 'missing', address: null });

/** How often others had their turn until this was done. */
async function turnsWithin(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const takeTurn = () => {
    turns += 1;
    next = setImmediate(takeTurn);
  };
  next = setImmediate(takeTurn);
  await work;
  clearImmediate(next);
  return turns;
}

describe('the links that are left in drafts', () => {
  const document = (n: number): StreamDocument => ({
    contentType: 'x',
    documentId: `d${n}`,
    locale: null,
  });

  it('are those that an editor did not take out, in each writing', async () => {
    const judged = [
      { document: document(1), dead: [dead('/a?x=1&y=2'), dead('/b')] },
      { document: document(2), dead: [dead('/a')] },
      { document: document(3), dead: [dead('/a')] },
    ];
    const drafts = new Map<string, unknown>([
      ['d1', { content: '[a](/a?x=1&amp;y=2) /bc' }],
      ['d2', { content: 'nothing' }],
    ]);
    expect(await linksLeft(drafts, judged)).toEqual([['d1', [dead('/a?x=1&y=2')]]]);
  });

  it('are looked for with a turn for others at each draft: one may have megabytes', async () => {
    const judged = Array.from({ length: 20 }, (_, n) => ({
      document: document(n),
      dead: [dead('/a')],
    }));
    const drafts = new Map(judged.map((__, n) => [`d${n}`, { content: '/a' }] as const));
    expect(await turnsWithin(linksLeft(drafts, judged))).toBeGreaterThanOrEqual(judged.length - 1);
  });
});
