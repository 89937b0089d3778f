import { namedTokens } from './match-token';

/** As docs/security.md says: a shorter one may be a word of any log, and can be guessed. */
const MIN_LENGTH = 8;

/** What stands in an address as it is (RFC 3986, pchar): behind a / or a ? the token would end. */
const IN_ADDRESS = /^[\w\-.~!$&'()*+,;=:@]*$/;

/** What to mind of tokens that the site chose itself, which work all the same. None of them is shown. */
export const tokenWarnings = (tokens?: readonly string[], environment?: string): string[] =>
  namedTokens(tokens, environment).flatMap(({ token, name }) => {
    const faults = [
      token.length < MIN_LENGTH && `is shorter than ${MIN_LENGTH} characters and can be guessed`,
      !IN_ADDRESS.test(token) &&
        'has characters that have to be percent-encoded in the address (/ is %2F there)',
    ].filter((fault) => fault !== false);
    return faults.map((fault) => `the token "${name}" ${fault}; better: openssl rand -hex 32`);
  });
