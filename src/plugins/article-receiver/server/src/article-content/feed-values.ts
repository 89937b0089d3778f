import { campaignIdOf } from '../read-delivery/identity';
import type { LoadedDelivery } from '../event-log/load-delivery';
import { sourceValues } from '../mapping/values/source-values';
import type { ImageValue } from '../mapping/model/mapping';
import { sourceUrlOf } from '../projection/addresses/unsigned';
import type { Fields } from '../projection/merge/merge';
import type { PlacedImage } from '../shared-documents/place-images';
import type { Placement, PlacedDelivery } from './content';

/** The feed's values by the names that rules and functions of the site's own have for them. */
export const feedValues = (
  { delivery }: Pick<LoadedDelivery, 'delivery'>,
  { fields, slug, placed, hero }: PlacedDelivery,
  { isPublished }: Pick<Placement, 'isPublished'>,
): Fields =>
  sourceValues({
    delivery,
    fields,
    slug,
    heroImage: hero ? imageValue(hero) : null,
    images: placed.map(imageValue),
    campaignId: campaignIdOf(delivery.article),
    isPublished,
  });

const imageValue = ({ image, file }: PlacedImage): ImageValue => ({
  id: file.id,
  alt: image.alt,
  caption: image.caption,
  kind: image.kind,
  sourceUrl: sourceUrlOf(image),
});
