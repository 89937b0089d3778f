import type { Core } from '@strapi/types';
import type { Issue } from '../../../shared/deliveries/deliveries';
import type { BlockImage } from '../mapping/blocks/block-nodes';
import { computeValues } from '../mapping/values/compute';
import type { Match, Scope, Mapping } from '../mapping/model/mapping';
import { feedValues } from './feed-values';
import type { PlacedImage } from '../shared-documents/place-images';
import type { LoadedDelivery } from '../event-log/load-delivery';
import type { ArticleContent, Placement, PlacedDelivery } from './content';
import type { Run } from '../shared-documents/run';
import { matchKey } from '../shared-documents/entry-store';
import { localeOfMatches, placeMatch } from '../shared-documents/related-entries';
import {
  recreatedAmong,
  unmadeIdsOf,
  type ProjectedDocument,
} from '../shared-documents/shared-document';
import type { Fields } from '../projection/merge/merge';
import { isUnmade } from '../projection/merge/unmade';
import { addressOf } from '../images/library-files';
import type { LibraryFile } from '../strapi/media-library';
import { inTurns } from '../pace/give-way';

/**
 * What an entry of the site's own type has to show on behalf of one delivery. The entries that its
 * relations lead to are found or made first.
 */
export async function mappedContent(
  run: Run,
  loaded: LoadedDelivery,
  said: PlacedDelivery,
  { locale, isPublished, held }: Placement,
): Promise<ArticleContent> {
  const { strapi, mapping, options } = run;
  const { delivery, stamp, issues } = loaded;
  const { slug, placed, links } = said;
  const values = feedValues(loaded, said, { isPublished });
  const images = blockImages(strapi, placed, delivery.article.createdAt ?? delivery.timestamp);
  const blockImage = (url: string) => images.get(url) ?? null;
  const scope = { values, item: null, html: options.html, blockImage };

  const related = new Map<string, ProjectedDocument>();
  const entries = new Map<string, string>();
  const othersTurn = inTurns();
  const matches = matchesOf(mapping, scope);
  const relatedLocale = await localeOfMatches(strapi, matches, locale);
  for (const match of matches) {
    await othersTurn();
    const isOffer = async () => {
      const needed = matchesOf(mapping, scope, await held());
      return !needed.some((other) => other.create && matchKey(other) === matchKey(match));
    };
    const document = await placeMatch(run, match, { stamp, locale: relatedLocale, isOffer });
    if (!document) continue;
    related.set(matchKey(match), document);
    entries.set(document.documentId, match.value);
  }
  const relation = (match: Match) => {
    const documentId = related.get(matchKey(match))?.documentId ?? null;
    // What another field only offers to make is no entry for one that makes none.
    return match.create || !isUnmade(documentId) ? documentId : null;
  };
  const computed = computeValues(mapping, { ...scope, relation, issues });
  const withOther = (other: Fields) =>
    computeValues(mapping, { ...scope, values: { ...values, ...other }, relation, issues: [] })
      .values;
  return {
    fields: computed.values,
    unsaid: computed.unsaid,
    slug,
    withSlug: (own) => withOther({ slug: own }),
    oncePublished: () => withOther({ isPublished: true }),
    recreated: recreatedAmong(related.values()),
    unmadeIds: unmadeIdsOf(related.values()),
    placed,
    links,
    entries,
  };
}

/** The entries that the mapping's relations lead to, each once, but for those of some fields. */
function matchesOf(
  mapping: Mapping,
  scope: Omit<Scope, 'relation' | 'issues'>,
  except: ReadonlySet<string> = new Set(),
): Match[] {
  const asked = new Map<string, Match>();
  const unread: Issue[] = [];
  const relation = (match: Match) => {
    const before = asked.get(matchKey(match));
    asked.set(matchKey(match), before ? joined(before, match) : match);
    return null;
  };
  computeValues(mapping, { ...scope, relation, issues: unread }, except);
  return [...asked.values()];
}

/** Where several fields lead to one entry, it is made if one of them wants that, with what any of them says. */
const joined = (one: Match, other: Match): Match => ({
  ...one,
  create: one.create || other.create ? { ...other.create, ...one.create } : null,
});

/** The placed images as Strapi's blocks carry them, by the address that the text has for them. */
function blockImages(
  strapi: Core.Strapi,
  placed: readonly PlacedImage[],
  createdAt: string,
): Map<string, BlockImage> {
  const images = new Map<string, BlockImage>();
  for (const { file } of placed) {
    const image = blockImageOf(file, addressOf(strapi, file), createdAt);
    if (image) images.set(image.url, image);
  }
  return images;
}

/** @param createdAt the delivery's, so that the same delivery always gives the same block. */
function blockImageOf(file: LibraryFile, url: string, createdAt: string): BlockImage | null {
  const { width, height, hash, ext, mime, provider } = file;
  if (!width || !height || !hash || !ext || !mime || !provider) return null;
  return {
    name: file.name,
    alternativeText: null,
    caption: null,
    url,
    width,
    height,
    formats: file.formats ?? null,
    hash,
    ext,
    mime,
    size: Number(file.size ?? 0),
    previewUrl: null,
    provider,
    provider_metadata: file.provider_metadata ?? null,
    createdAt,
    updatedAt: createdAt,
  };
}
