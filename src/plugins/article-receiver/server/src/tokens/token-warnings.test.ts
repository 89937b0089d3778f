import { makeToken } from './match-token';
import { tokenWarnings } from './token-warnings';

describe('tokenWarnings', () => {
  it('have nothing against tokens as the docs have them made', () => {
    expect(tokenWarnings([makeToken()], `${'0123456789abcdef'.repeat(4)},a.b~c_d-e`)).toEqual([]);
    expect(tokenWarnings()).toEqual([]);
  });

  it('name those that can be guessed, or that an address does not take as they are, and show none', () => {
    const warnings = tokenWarnings(['secret'], 'aSecretOf/base64+chars=,a secret with spaces');
    expect(warnings).toEqual([
      expect.stringMatching(/^the token "config 1" is shorter than 8 characters/),
      expect.stringMatching(/^the token "environment 1" has characters .* percent-encoded/),
      expect.stringMatching(/^the token "environment 2" has characters .* percent-encoded/),
    ]);
    expect(warnings.join()).not.toMatch(/secret/i);
  });

  it.each(['YOUR-TOKEN', 'your_token', 'change-me', 'ChangeMe', 'toBeModified'])(
    'name what only stands for a token in samples, which everybody knows: %s',
    (placeholder) => {
      expect(tokenWarnings([], placeholder)).toEqual([
        expect.stringMatching(/^the token "environment 1" stands in samples .* can be guessed/),
      ]);
    },
  );
});
