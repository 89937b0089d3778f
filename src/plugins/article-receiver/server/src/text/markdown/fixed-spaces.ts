/**
 * The text, offset for offset, as those read it to whom a non-breaking space is a character like any other,
 * so that an address goes on behind it.
 */
export const withoutFixedSpaces = (text: string): string => text.replaceAll('\u00a0', '\uFFFD');
