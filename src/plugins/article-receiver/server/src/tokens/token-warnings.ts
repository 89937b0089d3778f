import { isUnmistakable, UNMISTAKABLE_LENGTH } from '../text/secrets/redact';
import { namedTokens } from './match-token';

/** What stands in an address as it is (RFC 3986, pchar): behind a / or a ? the token would end. */
const IN_ADDRESS = /^[\w\-.~!$&'()*+,;=:@]*$/;

/** What the README, and the files of environments that Strapi generates, have in a token's place. */
const PLACEHOLDER = /^(your[-_]?token|change[-_]?me|tobemodified)$/i;

/** What to mind of tokens that the site chose itself, which work all the same. None of them is shown. */
export const tokenWarnings = (tokens?: readonly string[], environment?: string): string[] =>
  namedTokens(tokens, environment).flatMap(({ token, name }) => {
    const faults = [
      // As docs/security.md says.
      !isUnmistakable(token) &&
        `is shorter than ${UNMISTAKABLE_LENGTH} characters and can be guessed`,
      PLACEHOLDER.test(token) && 'stands in samples for a token of your own and can be guessed',
      !IN_ADDRESS.test(token) &&
        'has characters that have to be percent-encoded in the address (/ is %2F there)',
    ].filter((fault) => fault !== false);
    return faults.map((fault) => `the token "${name}" ${fault}; better: openssl rand -hex 32`);
  });
