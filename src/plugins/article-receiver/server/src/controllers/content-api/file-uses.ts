/** What leads from an answer of the Content API to files of the Media Library. */
const TOWARDS_FILES = ['data', 'heroImage', 'images', 'file'] as const;

/**
 * An answer without the entries that use a file. Strapi populates `related` of a file with drafts
 * and published versions alike, so that somebody who may only read what is published could reach
 * drafts over the files that they share.
 */
export function withoutFileUses(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutFileUses);
  if (typeof answer !== 'object' || answer === null) return answer;
  const entry: Record<string, unknown> = { ...answer };
  delete entry.related;
  for (const name of TOWARDS_FILES) {
    if (name in entry) entry[name] = withoutFileUses(entry[name]);
  }
  return entry;
}
