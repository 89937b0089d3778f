import type { RequestFault } from '../../../shared/deliveries/request-faults';
import type { Failed } from '../guarded-requests/guarded-request';

/** Why an address is none to ask for an image: as a sentence's end, and as what the admin has words for. */
export type NoneToAsk = Failed;

const none = (fault: RequestFault, why: string, detail = ''): NoneToAsk => ({ why, fault, detail });

/** Whether a host is one of those that a site lists; with its port where that is not 443. */
export type HostTest = (url: URL) => boolean;

/** @param patterns `cdn.example.com`, `*.example.com`, each also with a port. */
export function hostTest(patterns: readonly string[]): HostTest {
  const hosts = patterns.map((pattern) => pattern.toLowerCase().replace(/:443$/, ''));
  return ({ host }) =>
    hosts.some((pattern) =>
      pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern,
    );
}

/** Longer addresses are not looked at. */
const MAX_LENGTH = 4_096;

/**
 * Reads the address of an image that may be fetched: https, one of the site's hosts, no user.
 * @returns why not, when it is none.
 */
export function readImageUrl(
  address: string,
  isHostAllowed: HostTest,
  base?: URL,
): URL | NoneToAsk {
  if (address.length > MAX_LENGTH || !URL.canParse(address, base?.href))
    return none('noAddress', 'it is not an address');
  const url = new URL(address, base);
  if (url.protocol !== 'https:') return none('notHttps', 'it is not an https address');
  if (url.username !== '' || url.password !== '')
    return none('withUser', 'the address has a user in it');
  if (isHostAllowed(url)) return url;
  const host = url.host.slice(0, 255);
  return none('notListed', `images.fetchFrom does not list ${host}`, host);
}
