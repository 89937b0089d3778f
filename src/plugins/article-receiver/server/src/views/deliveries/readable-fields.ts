import type { Core } from '@strapi/types';
import { feedValues } from '../../article-content/feed-values';
import { optionsOf } from '../../config/site-options';
import { UIDS } from '../../content-types/uids';
import { mappingOf } from '../../entries/mapping-of';
import type { StoredDelivery } from '../../event-log/load-delivery';
import { knownFiles } from '../../images/upload-once';
import { ledgerOf } from '../../ledger/ledger';
import { transformed } from '../../mapping/rules/transform';
import { relinking } from '../../projection/addresses/relink';
import { toSlug } from '../../projection/addresses/slug';
import { heroAddressOf, isHero } from '../../projection/article/hero-image';
import { mapArticle } from '../../projection/article/map-article';
import type { Fields } from '../../projection/merge/merge';
import { campaignIdOf } from '../../read-delivery/identity';

/** Whose fields are to be read. */
interface Said {
  streamKey: string;
  stored: StoredDelivery;
  /** The slug that the article has, where that is not the one that was asked for. */
  otherSlug?: string | null | undefined;
}

/**
 * What a delivery says of its article, with names in the place of ids: for people to read. As it is written into the
 * plugin's own Article; of a type of the site's own, as it was said.
 */
export async function readableFields(
  strapi: Core.Strapi,
  { streamKey, stored, otherSlug }: Said,
): Promise<Fields> {
  const { delivery, unknown, images } = stored;
  const { article } = delivery;
  const options = optionsOf(strapi);
  const isOurs = mappingOf(strapi).uid === UIDS.article;
  const slug = otherSlug ?? toSlug(article.slug, article.title, article.id);
  const relink = isOurs ? relinking(options, article.language) : null;
  const context = { addresses: new Map(), html: options.html, relink, unknown };
  const { fields } = mapArticle(delivery, context);
  return {
    ...(await asTransformed(strapi, { streamKey, stored, fields, slug })),
    slug,
    tags: article.tags ?? [],
    campaign: article.campaign?.name ?? campaignIdOf(article),
    heroImage: article.heroImageUrl,
    images: images.map(({ kind, url, alt, caption, digest }) => ({
      kind,
      url,
      alt,
      caption,
      digest,
    })),
  };
}

/** What is written without a function of the site's own. */
interface Untransformed extends Pick<Said, 'streamKey' | 'stored'> {
  fields: Fields;
  slug: string;
}

/** The fields as the site's own function has them written, where it has one. */
async function asTransformed(
  strapi: Core.Strapi,
  { streamKey, stored: { delivery, images }, fields, slug }: Untransformed,
): Promise<Fields> {
  const { transform } = optionsOf(strapi);
  if (!transform) return fields;
  const state = await ledgerOf(strapi).streams.read(streamKey);
  const isPublished = state?.publishedEffect === 'publish';
  const digests = images.flatMap(({ digest }) => digest ?? []);
  const files = await knownFiles(strapi, digests);
  const placed = images.flatMap((image) => {
    const found = files.get(image.digest ?? '');
    return found ? [{ image, file: found.file, asset: null }] : [];
  });
  const address = heroAddressOf(delivery.article);
  const hero = placed.find(({ image }) => isHero(image, address));
  const said = { fields, slug, placed, hero, links: [] };
  return transformed(transform, fields, feedValues({ delivery }, said, { isPublished }), []);
}
