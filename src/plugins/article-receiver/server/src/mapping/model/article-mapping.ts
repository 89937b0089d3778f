import { articleSchema } from '../../content-types/article/schema';
import { UIDS } from '../../content-types/uids';
import { MAX_SLUG_LENGTH } from '../../projection/addresses/slug';
import { leadsToMany, type Attribute } from './schemas';
import type { Shape, Mapping } from './mapping';

function shapeOf(attribute: Attribute): Shape {
  const { type, multiple = false, target = '' } = attribute;
  if (type === 'media') return { kind: 'media', multiple };
  if (type !== 'relation') return { kind: 'scalar', type };
  return { kind: 'relation', many: leadsToMany(attribute), target, targetLocalized: false };
}

/** Where articles go when the site names no type of its own. */
export const ARTICLE_MAPPING: Mapping = {
  uid: UIDS.article,
  draftAndPublish: true,
  missingLocale: null,
  title: 'title',
  description: 'description',
  slug: 'slug',
  longestSlug: MAX_SLUG_LENGTH,
  language: 'language',
  previousSlugs: 'previousSlugs',
  sourceId: 'sourceId',
  llmsTxt: 'llmsTxt',
  jsonLd: 'jsonLd',
  hero: 'heroImage',
  clocks: ['sourceCreatedAt', 'sourceUpdatedAt'],
  stamps: ['sourceCreatedAt', 'sourceUpdatedAt'],
  shapes: Object.fromEntries(
    Object.entries<Attribute>(articleSchema.attributes).map(([name, attribute]) => [
      name,
      shapeOf(attribute),
    ]),
  ),
  fields: null,
};
