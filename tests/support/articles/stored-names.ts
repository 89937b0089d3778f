/**
 * A text with the names that files have in storage less what tells people which article brought them
 * first: that depends on which came first.
 */
export const withoutArticleNames = (text: string): string =>
  text.replace(/[a-z0-9-]+(_[0-9a-f]{16})(?![0-9a-f])/g, 'image$1');
