import { contradictions } from './words';

describe('contradictions', () => {
  it('are words that stand in a table twice, and say different things', () => {
    const table = { Live: 'publish', review: 'draft', ' LIVE': 'draft', live: 'publish' };
    expect(contradictions(table)).toEqual([{ word: ' LIVE', first: 'Live' }]);
  });

  it('are none where both spellings say the same, or words differ', () => {
    expect(contradictions({ Live: 'publish', LIVE: 'publish', lively: 'draft' })).toEqual([]);
  });
});
