import type { Core } from '@strapi/types';
import type { WantedArticle } from '../article-content/wanted-article';
import { isSlugTaken } from '../entries/entry-slugs';
import { leftBehind, valuesThere } from '../entries/locales/values-there';
import { formerLists } from '../entries/unmapped/former-lists';
import { fromBackup } from '../entries/from-backup';
import { readVersions } from '../entries/read-entry';
import { withUnpublic } from '../entries/with-unpublic';
import { leftAtDefault } from '../entries/unmapped/left-at-default';
import { unpublishedIn } from '../entries/unmapped/unmapped-fields';
import { rootOf } from '../mapping/values/changes';
import { leavesOf } from '../mapping/values/compute';
import type { Present } from '../projection/article/plan-article';
import { isInOtherForm } from '../projection/article/references';
import type { Fields } from '../projection/merge/merge';
import { isAsWritten } from '../projection/merge/stored-as';
import { bereftFields } from './bereft-fields';

/** What an article has now. */
interface FoundArticle extends Present {
  /** Whether its publication is the one of a backup that was imported. */
  isPublicationBack: boolean;
  /**
   * What of `unmapped` is left once something is written: with an item goes what stands beside it.
   * @param ofPeople whether to leave out what the receiver wrote into fields that the mapping named then.
   */
  unmappedAfter(write: Fields, ofPeople?: boolean): Promise<readonly string[]>;
  /** Relations that readers lose by the move: what they lead to is not where the article goes. */
  leftByReaders: readonly string[];
  /** When the draft was changed last, in epoch ms; NaN where nothing says so. */
  changedAt: number;
}

/**
 * Reads what an article has now, draft and published, and which fields lost their value without an editor.
 * @param moveFrom the locale that it has to be moved out of.
 */
export async function readPresent(
  strapi: Core.Strapi,
  documentId: string | null,
  article: WantedArticle,
  moveFrom: string | null,
): Promise<FoundArticle> {
  const nothing = {
    ...{ draft: null, published: null, lost: new Set<string>(), bereft: new Set<string>() },
    unmapped: [],
    unmappedAfter: () => Promise.resolve([]),
    isPublicationBack: false,
    leftByReaders: [],
    changedAt: NaN,
  };
  if (documentId === null) return nothing;
  const { place } = article;
  const here = await readVersions(strapi, place, documentId);
  const at = here === null && moveFrom !== null ? { ...place, locale: moveFrom } : place;
  const there = here ?? (at === place ? null : await readVersions(strapi, at, documentId));
  if (there === null) return nothing;
  const back = await fromBackup(strapi, article.state, there);
  const former = await formerLists(strapi, at, article.state, there.draft);
  const { shapes } = place.mapping;
  const usual = leftAtDefault(strapi, place.mapping, article.state, there.draft);
  const arriving = async (values: Fields) =>
    at === place ? values : valuesThere(strapi, shapes, values, place.locale);
  const draft = await arriving(there.draft);
  const versions = there.published && { draft, published: await arriving(there.published) };
  const published = versions && (await withUnpublic(strapi, shapes, versions, place.locale));
  // Fields that the receiver never wrote cannot have been lost.
  const isOurs = article.state.documentId !== null;
  const { recreated } = article.draft;
  const bereft = isOurs
    ? await bereftFields(strapi, draft, { ...article, recreated })
    : new Set<string>();
  const lost = new Set(
    isOurs ? [...lostFields(draft, bereft, article), ...back.fields, ...former, ...usual] : [],
  );
  const isTheirs = (path: string, value: unknown) => !isAsWritten(article.state, path, value);
  const unmappedAfter = async (write: Fields, ofPeople = false): Promise<string[]> =>
    published === null
      ? []
      : unpublishedIn(strapi, { place: at, documentId }, perhapsUnpublished(article), {
          write,
          ...(ofPeople ? { isMeant: isTheirs } : {}),
        });
  const unmapped = await unmappedAfter({});
  const isPublicationBack = back.isPublication;
  const leftByReaders =
    there.published && versions ? leftBehind(shapes, there.published, versions.published) : [];
  const found = {
    ...{ draft, published, bereft, unmapped, unmappedAfter },
    ...{ isPublicationBack, leftByReaders, changedAt: there.changedAt },
  };
  if (at === place) return { ...found, lost };
  const { slug } = place.mapping;
  const had = slug === null ? null : draft[slug];
  const isTaken = typeof had === 'string' && (await isSlugTaken(strapi, place, had, documentId));
  const behind = leftBehind(shapes, there.draft, draft);
  const gone = [...behind, ...(isTaken && slug !== null ? [slug] : [])];
  return { ...found, lost: new Set([...lost, ...gone]) };
}

/**
 * The fields beside the mapping in which editors may have changed something that is not published:
 * what they were seen to save, and what nobody watched, because the entry was not the receiver's, or
 * its type was not the articles', or the mapping filled the field itself.
 */
function perhapsUnpublished({ state, stored, place }: WantedArticle): readonly string[] | 'all' {
  const { uid, shapes } = place.mapping;
  if (state.documentId === null || (stored ?? state).targetUid !== uid) return 'all';
  const filled = new Map(leavesOf(shapes));
  const before = Object.keys(state.base ?? {}).filter((path) => !filled.has(path));
  return [...new Set([...state.unmapped, ...before.map(rootOf)])];
}

/** Fields that lost their value though nobody changed the article. */
function lostFields(
  draft: Fields,
  bereft: ReadonlySet<string>,
  { state, place: { mapping } }: WantedArticle,
): string[] {
  const inOtherForm = [...leavesOf(mapping.shapes)].filter(([path, { kind }]) => {
    const written = (kind === 'media' ? state.files : state.related)[path] ?? [];
    return isInOtherForm(draft[path], state.base?.[path], written);
  });
  // Strapi keeps date-times on PostgreSQL and MySQL in the time zone of the process. In the hour that a clock is set
  // back for, or in an instance with another zone, they read differently from what was written.
  return [...mapping.clocks, ...inOtherForm.map(([path]) => path), ...bereft];
}
