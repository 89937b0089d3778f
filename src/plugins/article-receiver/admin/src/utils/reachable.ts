const PRIVATE = [
  /^localhost$/,
  /\.(localhost|local|internal|lan|home|test|invalid)$/,
  /^127\./,
  /^0\.0\.0\.0$/,
  /^10\./,
  /^192\.168\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^\[(::1|::|f[cd][0-9a-f]{2}:.*|fe80:.*)\]$/,
];

/** The host of an address that only this machine or network knows; null for one of the internet. */
export function privateHost(address: string): string | null {
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  const isName = !hostname.includes('.') && !hostname.startsWith('[');
  return isName || PRIVATE.some((pattern) => pattern.test(hostname)) ? hostname : null;
}
