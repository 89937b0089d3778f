import type { Core } from '@strapi/types';
import { checkHero, readSlug } from '../projection/article/check-article';
import { heroAddressOf, isHero } from '../projection/article/hero-image';
import { mapArticle } from '../projection/article/map-article';
import { relinking, type Relink } from '../projection/addresses/relink';
import { sourceUrlOf } from '../projection/addresses/unsigned';
import { writingsOfAddress } from '../projection/addresses/writings';
import { articleContent, languageShown, relatedDocuments } from './own-article';
import { namesOfFiles } from '../images/file-references';
import {
  bringImages,
  describeImages,
  documentsOf,
  type PlacedImage,
} from '../shared-documents/place-images';
import type { ImageSource } from '../shared-documents/image-file';
import type { LoadedDelivery } from '../event-log/load-delivery';
import { mappedContent } from './mapped-entry';
import { localesByLanguage } from '../entries/locales/locales';
import { languageField } from '../entries/mapping-of';
import { withMissingImages } from '../images/missing-images';
import type { ArticleContent, PlacedDelivery, Placement } from './content';
import { beginRun, type Run, type RunTerms } from '../shared-documents/run';
import type { LibraryFile } from '../strapi/media-library';
import { unlessMoved } from '../shared-documents/shared-documents';
import { turnFor } from '../pace/give-way';

/**
 * Puts everything in place that a delivery brings besides its article: images, then what its
 * relations lead to. Every delivery of a stream gets this, superseded ones too, so that what the
 * site ends up with does not depend on which of them arrived first.
 */
export async function placeDelivery(
  run: Run,
  loaded: LoadedDelivery,
  place: Placement,
): Promise<ArticleContent> {
  const { strapi, options, mapping, preview, shared } = run;
  const { delivery, issues, stamp, unknown } = loaded;
  const { article } = delivery;
  const room = { field: mapping.slug ?? 'slug', max: mapping.longestSlug };
  const { slug, issues: slugIssues } = readSlug(article, room);
  issues.push(...slugIssues);
  const images = await withMissingImages(strapi, loaded, options, preview);
  const isOwn = mapping.fields === null;
  const source: ImageSource = {
    articleId: article.id,
    slug,
    stamp,
    issues,
    describeAssets: isOwn,
    isOffer: async () => (await place.held()).has('images'),
  };
  const brought = await bringImages(run, images, source);
  await shared.readAhead([
    ...documentsOf(brought, source),
    ...(isOwn ? relatedDocuments(loaded) : []),
  ]);
  const placed = await describeImages(run, brought, source);
  const heroAddress = heroAddressOf(article);
  const hero = placed.find(({ image }) => isHero(image, heroAddress));
  const addresses = addressesOf(placed, { hero, heroAddress }, await namesOfFiles(strapi));
  const say = (relink: Relink | null) => {
    const context = { addresses, html: options.html, relink, unknown };
    const { issues: found, ...texts } = mapArticle(delivery, context);
    return { said: { ...texts, slug, placed, hero }, found };
  };
  const language = await languageOf(run, loaded, place, () => say(null).said);
  const relink = relinking(options, language, {
    ownLanguage: await ownLanguages(run),
    longestSlug: mapping.longestSlug,
  });
  await turnFor(article);
  const { said, found } = say(relink);
  issues.push(...found);
  issues.push(
    ...checkHero(
      article,
      placed.map(({ image }) => image),
    ),
  );
  return isOwn ? articleContent(run, loaded, said, place) : mappedContent(run, loaded, said, place);
}

/**
 * The language by which the entry has its address on the front end.
 * @param unlinked what the delivery says, with its links as they are: to where they lead depends on the language.
 */
async function languageOf(
  { mapping, options }: Run,
  loaded: LoadedDelivery,
  place: Placement,
  unlinked: () => PlacedDelivery,
): Promise<string | null> {
  const field = languageField(mapping);
  if (field === 'locale') return place.locale;
  if (field === null || options.links.from.length === 0) return null;
  const { article } = loaded.delivery;
  if (!options.transform) return article.language;
  await turnFor(article);
  return languageShown(options.transform, loaded, unlinked(), place);
}

/** Looked up only where a link can name a language. */
async function ownLanguages({
  strapi,
  mapping,
  options,
}: Run): Promise<((language: string) => string) | undefined> {
  const isNamed = options.links.from.some((pattern) => pattern.includes('{language}'));
  return isNamed ? localesByLanguage(strapi, mapping, options) : undefined;
}

/** The hero image, and the address by which the delivery names it. */
interface NamedHero {
  hero: PlacedImage | undefined;
  heroAddress: string | null;
}

/**
 * Where the delivered image addresses lead now. The first of several images with one address wins. Texts may have
 * an image by its address without a signature, or by the one with which it is the hero, and write each in their own way.
 */
function addressesOf(
  placed: readonly PlacedImage[],
  { hero, heroAddress }: NamedHero,
  nameOf: (file: LibraryFile) => string,
): Map<string, string> {
  const addresses = new Map<string, string>();
  const lead = (address: string | null, { file }: PlacedImage) => {
    if (address && !addresses.has(address)) addresses.set(address, nameOf(file));
  };
  for (const one of placed) lead(one.image.url, one);
  if (hero) lead(heroAddress, hero);
  for (const one of placed) lead(sourceUrlOf(one.image), one);
  // After all that were delivered: what is one image's own address is no writing of another's.
  for (const [address, name] of [...addresses]) {
    for (const written of writingsOfAddress(address)) {
      if (!addresses.has(written)) addresses.set(written, name);
    }
  }
  return addresses;
}

/**
 * The same for a delivery by itself, outside of its stream's projection: what it leads to is made in
 * a transaction of its own.
 */
export async function placeAlone(
  strapi: Core.Strapi,
  terms: RunTerms,
  loaded: LoadedDelivery,
  place: Placement,
): Promise<ArticleContent> {
  return unlessMoved(async () => {
    const run = beginRun(strapi, terms);
    const content = await placeDelivery(run, loaded, place);
    if (!run.preview) await run.shared.writeAlone();
    return content;
  });
}
