import { configuredTokens, hashToken, isConfiguredName, makeToken, matchToken } from './tokens';

describe('tokens', () => {
  it('are 256 random bits in characters that may stand in an address', () => {
    const made = Array.from({ length: 100 }, makeToken);
    expect(new Set(made).size).toBe(100);
    for (const token of made) expect(token).toMatch(/^ar_[A-Za-z0-9_-]{43}$/);
  });

  it('of configuration and environment have names by their place', () => {
    const known = configuredTokens(['a', 'b'], ' c,, d ');
    expect(known.map(({ name }) => name)).toEqual([
      'config 1',
      'config 2',
      'environment 1',
      'environment 2',
    ]);
    expect(matchToken('d', known)?.name).toBe('environment 2');
    expect(known.map(({ name }) => isConfiguredName(name))).not.toContain(false);
  });

  it('are found by their hash, and only whole', () => {
    const known = [{ id: 'tok_1', name: 'feed', hash: hashToken('secret') }];
    expect(matchToken('secret', known)).toMatchObject({ id: 'tok_1' });
    for (const wrong of ['', 'Secret', 'secret ', 'secre', hashToken('secret').toString('hex')]) {
      expect(matchToken(wrong, known)).toBeNull();
    }
  });
});
