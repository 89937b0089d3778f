import type { WireDelivery } from '../../read-delivery/wire';
import type { Fields } from '../../projection/merge/merge';
import type { ImageValue } from '../model/mapping';

/** How deep `extra.…` reaches into what the feed added. */
const MAX_DEPTH = 4;

/** What of a delivery is not among the fields of the plugin's own Article. */
export interface Delivered {
  delivery: WireDelivery;
  /** The values of the plugin's own Article, sanitized. */
  fields: Fields;
  slug: string;
  heroImage: ImageValue | null;
  images: readonly ImageValue[];
  campaignId: string | null;
  /** Whether the feed's last word on the article is that it is published. */
  isPublished: boolean;
}

/** The feed's values by the names that a mapping has for them. */
export function sourceValues({ delivery, fields, ...delivered }: Delivered): Fields {
  const { slug, heroImage, images, campaignId: sourceId, isPublished } = delivered;
  const { tags, campaign } = delivery.article;
  const { name = null, language = null, websiteId = null } = campaign ?? {};
  const parts = { sourceId, name, language, websiteId };
  return {
    ...fields,
    ...flat('extra', fields.extra, MAX_DEPTH),
    ...flat('campaign', parts, 1),
    campaign: sourceId === null ? null : parts,
    slug,
    heroImage,
    images: [...images],
    tags: tags ?? [],
    isPublished,
  };
}

/** An object's values by dotted path. */
function flat(prefix: string, value: unknown, depth: number): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const entries = Object.entries(value).flatMap(([key, entry]): [string, unknown][] => {
    const path = `${prefix}.${key}`;
    return [[path, entry], ...Object.entries(depth > 1 ? flat(path, entry, depth - 1) : {})];
  });
  return Object.fromEntries(entries);
}
