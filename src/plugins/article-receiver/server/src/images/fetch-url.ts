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
 * @returns why not, as a sentence's end, when it is none.
 */
export function readImageUrl(address: string, isHostAllowed: HostTest, base?: URL): URL | string {
  if (address.length > MAX_LENGTH || !URL.canParse(address, base?.href))
    return 'it is not an address';
  const url = new URL(address, base);
  if (url.protocol !== 'https:') return 'it is not an https address';
  if (url.username !== '' || url.password !== '') return 'the address has a user in it';
  if (!isHostAllowed(url)) return `images.fetchFrom does not list ${url.host.slice(0, 255)}`;
  return url;
}
