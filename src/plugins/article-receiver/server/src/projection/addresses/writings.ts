/** Stands for the site of an address that names none. */
const NOWHERE = 'http://nowhere.invalid';

/** Longer addresses are not looked for in texts. */
const MAX_LENGTH = 4_096;

/** An address as a browser asks for it; as it is where that is none. */
function asked(address: string): string {
  if (address === '' || !URL.canParse(address, NOWHERE)) return address;
  const { href } = new URL(address, NOWHERE);
  const isRelative = href.startsWith(NOWHERE) && !/^(?:https?:)?\/\//i.test(address);
  // Of one without a slash only its beginning is for the page to say.
  if (isRelative && !address.startsWith('/')) return address;
  const own = isRelative ? href.slice(NOWHERE.length) : href;
  return own.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** An address as people read it; what tells its parts from each other, or one address from another, stays as it is. */
function readable(address: string): string {
  try {
    return address.split('%25').map(decodeURI).join('%25');
  } catch {
    return address;
  }
}

const inCodes = (address: string): string => address.replaceAll('(', '%28').replaceAll(')', '%29');

const inMarkdown = (address: string): string => address.replace(/[()]/g, '\\$&');

/**
 * How texts write an address that was delivered: as it is, with what is no ASCII as percent signs or as it is read, and
 * its parentheses, which would end a link of Markdown's, as percent signs or behind backslashes.
 */
export function writingsOfAddress(delivered: string): string[] {
  const own = delivered.trim();
  if (own === '' || own.length > MAX_LENGTH) return own === '' ? [] : [own];
  const plain = asked(own);
  const plainly = [own, plain, readable(plain)];
  return [...new Set([...plainly, inCodes(plain), inMarkdown(own), inMarkdown(plain)])];
}

/** Whether two addresses lead to the same, however they are written. */
export const isSameAddress = (one: string, other: string): boolean =>
  one === other || readable(asked(one)) === readable(asked(other));
