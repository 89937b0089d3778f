import fc from 'fast-check';
import { configuredTokens, isConfiguredName, makeToken, matchToken } from './match-token';

describe('configuredTokens', () => {
  it('names the tokens of the configuration, then those of the environment', () => {
    const names = configuredTokens(['a', 'b'], ' c, ,d,').map(({ name }) => name);
    expect(names).toEqual(['config 1', 'config 2', 'environment 1', 'environment 2']);
    expect(names.every(isConfiguredName)).toBe(true);
  });

  it('is empty where nothing is set', () => {
    expect([...configuredTokens(), ...configuredTokens([], ' , ')]).toEqual([]);
  });

  it('knows tokens by their hash alone', () => {
    expect(JSON.stringify(configuredTokens(['a-secret-token']))).not.toContain('a-secret-token');
  });
});

describe('matchToken', () => {
  it('finds a token by its exact text, and nothing else', () => {
    const texts = fc.uniqueArray(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(texts, fc.nat(), fc.string(), (tokens, place, other) => {
        const index = place % tokens.length;
        const known = configuredTokens(tokens);
        expect(matchToken(tokens[index] ?? '', known)?.name).toBe(`config ${index + 1}`);
        if (!tokens.includes(other)) expect(matchToken(other, known)).toBeNull();
      }),
    );
  });

  it('names one that is there twice by where it is first', () => {
    expect(matchToken('same', configuredTokens(['same'], 'same'))?.name).toBe('config 1');
  });

  it('takes nothing where no token is known', () => {
    expect(matchToken('', [])).toBeNull();
  });
});

describe('makeToken', () => {
  it('makes tokens that may stand in an address, never the same', () => {
    const made = Array.from({ length: 100 }, makeToken);
    expect(new Set(made).size).toBe(100);
    for (const token of made) expect(encodeURIComponent(token)).toBe(token);
  });
});
