import type { Mapping } from '../mapping/model/mapping';

/** What editors write of the plugin's own Article. The rest is the service's, or an address. */
const WRITTEN = new Set([
  'title',
  'description',
  'content',
  'tldr',
  'keyTakeaways',
  'keywords',
  'category',
  'tags',
  'author',
  'frontmatterDate',
  'language',
  'heroImage',
  'heroImageAlt',
  'jsonLd',
  'llmsTxt',
]);

/**
 * Whether somebody may go back to an earlier value of a field that the feed fills: never to an address, an
 * id or the feed's times.
 */
export function goesBack(
  { fields, slug, previousSlugs, sourceId, clocks }: Mapping,
  field: string,
): boolean {
  if (fields === null) return WRITTEN.has(field);
  return ![slug, previousSlugs, sourceId, ...clocks].includes(field);
}
