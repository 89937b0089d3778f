import type { Core } from '@strapi/types';
import type { AdoptedEntry } from '../../../../shared/deliveries/jobs';
import { wordReason } from '../../../../shared/deliveries/reasons';
import type { PreviewedImage, TargetPreview } from '../../../../shared/articles/targets';
import type { Options } from '../../config/options';
import type { TargetOptions } from '../../../../shared/articles/mapping';
import { readImages } from '../../read-delivery/images';
import { readSkeleton } from '../../read-delivery/read';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { streamKeyOf } from '../../read-delivery/identity';
import { onTarget } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import { readMapping } from '../../mapping/rules/read-mapping';
import { mayBeEmpty } from '../../mapping/rules/may-be-empty';
import { leavesOf } from '../../mapping/values/compute';
import { readable, type Names } from '../../mapping/values/readable';
import type { Mapping } from '../../mapping/model/mapping';
import type { Fields } from '../../projection/merge/merge';
import { uniqueSlug } from '../../projection/addresses/slug';
import type { EntryPlace } from '../../entries/entry-place';
import { isSlugTaken } from '../../entries/entry-slugs';
import { readEntry } from '../../entries/read-entry';
import { findAdoptable } from '../../entries/find-adoptable';
import { localeFor } from '../../entries/locales/locales';
import { placeAlone } from '../../article-content/place-delivery';
import { isPreviewed } from '../../shared-documents/image-file';
import { isNewDocument } from '../../projection/merge/unmade';
import type { ArticleContent } from '../../article-content/content';
import { textIn } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import { adoptableEntries } from './adoptable-entries';

/**
 * What a mapping would make of one delivery. Writes nothing, and needs no delivery in the log.
 * @throws Error when the mapping does not fit the site's schemas, or the delivery cannot be read.
 */
export async function previewMapping(
  strapi: Core.Strapi,
  target: TargetOptions,
  body: Buffer,
  options: Options,
): Promise<TargetPreview> {
  const { mapping, faults, warnings } = readMapping(target, schemasOf(strapi));
  if (!mapping) throw new Error(faults.join('; '));
  const reading = readSkeleton(body);
  if (reading.kind !== 'delivery') {
    const [fault] = reading.issues;
    throw new Error(`the sample cannot be read: ${fault?.path ?? ''} ${fault?.message ?? ''}`);
  }
  const { delivery, unknown } = reading;
  const issues = [...reading.issues];
  const images = readImages(delivery.article, new Set(), issues);
  const terms = { options, mapping, preview: true };
  const place = await localeFor(strapi, mapping, delivery.article.language, terms);
  const locale = 'locale' in place ? place.locale : null;
  const content = await placeAlone(
    strapi,
    terms,
    { entry: NO_ENTRY, delivery, unknown, images, issues, stamp: [0, 0, 0] },
    { locale, isPublished: false, held: () => Promise.resolve(new Set<string>()) },
  );
  const { id: articleId, title } = delivery.article;
  const at: EntryPlace = { mapping, locale };
  const asked = { articleId, slug: content.slug };
  const own = await ownDocument(strapi, mapping, articleId);
  const adopts = own === null ? await findAdoptable(strapi, at, asked, options.adopt) : null;
  const slug = await slugFor(strapi, at, content.slug, { own, adopts });
  const fields = content.withSlug?.(slug) ?? content.fields;
  const values = mapping.slug === null ? fields : { [mapping.slug]: slug, ...fields };
  const shapes = leavesOf(mapping.shapes);
  const names = namesIn(content);
  return {
    title,
    locale,
    parked: 'reason' in place ? wordReason(place.reason) : null,
    values: Object.entries(values).map(([field, value]) => {
      const shape = shapes.get(field);
      return { field, value: shape ? readable(shape, value, names) : value };
    }),
    images: imagesOf(content, values),
    issues,
    warnings,
    mayBeEmpty: mayBeEmpty(mapping, schemasOf(strapi)),
    adopts,
    adoptable: await adoptableEntries(strapi, mapping, options.adopt),
  };
}

/** The document that the article is already; null when it is none. */
async function ownDocument(
  strapi: Core.Strapi,
  { uid }: Mapping,
  articleId: string,
): Promise<string | null> {
  const state = await ledgerOf(strapi).streams.read(streamKeyOf(articleId));
  return state && onTarget(state, uid).documentId;
}

/** The slug that the entry would have: what an adopted one has, the one asked for, or the next free one. */
async function slugFor(
  strapi: Core.Strapi,
  place: EntryPlace,
  desired: string,
  { own, adopts }: { own: string | null; adopts: AdoptedEntry | null },
): Promise<string> {
  const { slug: name, longestSlug } = place.mapping;
  if (name === null) return desired;
  const id = own ?? adopts?.documentId ?? null;
  const draft = id === null ? null : await readEntry(strapi, place, id, 'draft');
  const before = (draft && textIn(draft, name)) || null;
  if (adopts && before !== null) return before;
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, id);
  return uniqueSlug(desired, before, isTaken, undefined, longestSlug);
}

const NEW = 'new: ';

/** What the files and entries are called that a delivery's values lead to; new ones are marked. */
function namesIn({ placed, entries }: ArticleContent): Names {
  const files = new Map(placed.map(({ file }) => [file.id, file]));
  return {
    file: (id) => {
      const file = files.get(id);
      return file ? (isPreviewed(file) ? NEW : '') + file.name : String(id);
    },
    entry: (documentId) => {
      const name = entries?.get(documentId);
      return name === undefined ? documentId : (isNewDocument(documentId) ? NEW : '') + name;
    },
  };
}

/** What becomes of the images, and which fields show them. */
function imagesOf({ placed }: ArticleContent, values: Fields): PreviewedImage[] {
  return placed.map(({ image, file }) => ({
    from: image.url,
    name: file.name,
    isNew: isPreviewed(file),
    fields: Object.entries(values).flatMap(([field, value]) =>
      [value].flat().some((id) => id === file.id) ? [field] : [],
    ),
  }));
}

/** The sample is no delivery of the log. */
const NO_ENTRY: StreamDelivery = {
  position: 0,
  occurredAt: 0,
  sourceUpdatedAt: null,
  event: '',
  sourceStatus: null,
  plannedFor: null,
  streamKey: '',
  articleId: null,
  slug: '',
  deliveryId: '',
  receivedAt: 0,
  state: 'superseded',
  reason: null,
  failures: 0,
  issues: [],
};
