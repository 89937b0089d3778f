import { randomInt } from 'node:crypto';

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const CHARACTERS = `${LETTERS}0123456789`;
const LENGTH = 24;

const oneOf = (characters: string): string => characters[randomInt(characters.length)] ?? '';

/**
 * An id for a document that is yet to be made, so that others can refer to it before: 24 lower case
 * letters and digits, the first a letter, as Strapi's own (https://docs.strapi.io/cms/api/document).
 */
export const newDocumentId = (): string =>
  oneOf(LETTERS) + Array.from({ length: LENGTH - 1 }, () => oneOf(CHARACTERS)).join('');
