import type { Core } from '@strapi/types';
import type { Row } from '../mapping/values/read-entry';
import type { Schema } from '../mapping/model/schemas';
import { entityValidator, isStrictOnRelations } from '../strapi/entity-validator';
import { schemasOf } from '../strapi/schemas';
import { dataOf } from '../mapping/values/write-entry';
import { withReferences } from '../mapping/values/list-references';
import type { Shapes } from '../mapping/model/mapping';
import { isEmptyValue } from '../projection/merge/is-nothing';
import { refusedFields } from '../faults/refusal';
import type { Fields } from '../projection/merge/merge';
import { refusalOf } from './refused-publication';
import type { ArticleWord, WantedArticle } from '../article-content/wanted-article';
import { partsGone } from '../entries/unmapped/parts-gone';
import { readRow } from '../entries/read-entry';
import type { PreparedArticle } from './prepare-article';

/**
 * Asks Strapi's own validation what it will say of what a projection is about to write. Writes
 * nothing.
 * @returns positions of the deliveries that it will refuse to publish, which costs nothing else.
 * @throws Error as the projection would: a field of the draft is missing, too long, taken.
 */
export async function expectRefusal(
  strapi: Core.Strapi,
  article: WantedArticle,
  { documentId, present, plan, instead, wanted, moveFrom }: PreparedArticle,
): Promise<number[]> {
  // An article that is about to move is still in its former locale: there is no entry to validate against.
  if (moveFrom !== null) return [];
  const { mapping, locale } = article.place;
  const { shapes } = mapping;
  const row =
    present.draft === null || documentId === null
      ? null
      : await readRow(strapi, article.place, documentId, 'draft');
  // The published version is going to be replaced, so it cannot be what takes a unique value away.
  const published =
    row === null || present.published === null
      ? null
      : await readRow(strapi, article.place, String(documentId), 'published');
  // A new slug is always one that is free, and there is none yet.
  const newSlug = mapping.slug !== null && mapping.slug in plan.merge.write ? mapping.slug : null;
  const model = schemasOf(strapi).contentTypes[mapping.uid];
  if (!model) throw new Error(`there is no content type ${mapping.uid}`);
  const validator = entityValidator(strapi);
  const strictRelations = isStrictOnRelations(strapi);

  const check = async (values: Record<string, unknown>, isDraft: boolean): Promise<void> => {
    const options = { isDraft, strictRelations, ...(locale === null ? {} : { locale }) };
    const own = isDraft || row === null ? {} : plainValues(model, row);
    const gone =
      row && (await partsGone(strapi, article.place, String(documentId), { write: values, row }));
    const there = gone ? { gone, kept: new Set<Row>() } : undefined;
    const said = withoutReferences(shapes, dataOf(shapes, values, row, there), strictRelations);
    const data = { ...own, ...said };
    if (newSlug !== null) delete data[newSlug];
    try {
      const replaced = isDraft ? row : (published ?? row);
      if (replaced === null) await validator.validateEntityCreation(model, data, options);
      else await validator.validateEntityUpdate(model, data, options, replaced);
    } catch (error) {
      const fields = error instanceof Error ? refusedFields(error) : [];
      if (fields.some((field) => field !== newSlug)) throw error;
    }
  };

  const refuses = async (values: Fields): Promise<boolean> => {
    try {
      await check({ ...wanted, ...present.draft, ...plan.merge.write, ...values }, false);
      return false;
    } catch (error) {
      if (refusalOf(error, 'publish', shapes) === null) throw error;
      return true;
    }
  };

  const { held } = plan.merge;
  /** What is published by a word in the place of what the draft shows: its own content may be older. */
  const saidBy = ({ content }: ArticleWord): Fields =>
    content === article.draft
      ? {}
      : Object.fromEntries(Object.entries(content.fields).filter(([name]) => !held.includes(name)));

  await check(plan.merge.write, mapping.draftAndPublish);
  const { publication: word, instead: older } = article;
  if (plan.step !== 'publish' || !word || !(await refuses(saidBy(word)))) return [];
  const counts = older && instead?.step === 'publish' ? older : null;
  const isRefusedToo = counts !== null && (await refuses(saidBy(counts)));
  return [word, ...(isRefusedToo ? [counts] : [])].map(({ position }) => position);
}

const MADE_OF_OTHERS = new Set(['relation', 'media', 'component', 'dynamiczone']);

/** An entry's plain values, for the fields that the mapping does not fill: they are published with the others. */
const plainValues = ({ attributes }: Schema, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(attributes).flatMap(([name, { type }]) =>
      MADE_OF_OTHERS.has(type) || row[name] === undefined ? [] : [[name, row[name]]],
    ),
  );

/**
 * An entry's values without the files and entries in them, which may exist only once they are written: a preview makes
 * none. Whether there are any is all that is asked of them, and that by a strict site alone.
 */
const withoutReferences = (
  shapes: Shapes,
  data: Record<string, unknown>,
  isStrict: boolean,
): Record<string, unknown> => {
  const standIn = (value: unknown) => (isEmptyValue(value) ? value : SOME);
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const shape = shapes[name];
      const asked = (led: unknown) => (isStrict ? standIn(led) : undefined);
      return [name, shape ? withReferences(shape, value, name, (_, __, led) => asked(led)) : value];
    }),
  );
};

/** To Strapi's validation a value, and none that it would look for (5.54.0: core/…/entity-validator). */
const SOME = { isThere: true };
