import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import contentTypes from './index';
import { wireSchema } from '../read-delivery/wire';
import { models } from '../database/models';
import { TABLES } from '../database/tables';

const DOCUMENT = readFileSync(join(process.cwd(), 'docs', 'fields.md'), 'utf8');

/** The rows of the tables under a heading of docs/fields.md: what stands in backticks in each cell. */
function rowsUnder(headings: readonly string[]): string[][][] {
  return DOCUMENT.split(/^## /m)
    .filter((section) => headings.some((heading) => section.startsWith(`${heading}\n`)))
    .flatMap((section) => section.match(/^\|.*\|$/gm)?.slice(2) ?? [])
    .map((row) =>
      row
        .slice(1, -1)
        .split('|')
        .map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)),
    );
}

/** Every field of the feed by its dotted path; elements of a list of objects under `*`. */
function fieldsOf(schema: z.ZodType, path = ''): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return fieldsOf(schema.unwrap() as z.ZodType, path);
  }
  if (schema instanceof z.ZodArray && schema.element instanceof z.ZodObject) {
    return fieldsOf(schema.element, `${path}.*`);
  }
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, field]) =>
    fieldsOf(field, path === '' ? name : `${path}.${name}`),
  );
}

/** Everything that the document may name as a place. */
function knownPlaces(): Set<string> {
  const attributes = Object.entries(contentTypes).flatMap(([type, { schema }]) =>
    Object.keys(schema.attributes).map((name) => `${type}.${name}`),
  );
  const columnsOf = (uid: string, as: string) =>
    models('sqlite')
      .filter((model) => model.uid === uid)
      .flatMap((model) => Object.keys(model.attributes).map((name) => `${as}.${name}`));
  return new Set([
    ...attributes,
    ...columnsOf(TABLES.delivery, 'delivery'),
    ...columnsOf(TABLES.blob, 'blob'),
    'file.alternativeText',
    'file.caption',
    'checked',
  ]);
}

const rows = rowsUnder(['Delivery', 'Article', 'Campaign', 'Content plan', 'Images', 'Files']).map(
  ([[field = ''] = [], places = []]) => ({ field, places }),
);
const added = rowsUnder(['What the receiver adds']).map(([[place = ''] = []]) => place);

describe('docs/fields.md', () => {
  it('has a row for every field of the feed, and for nothing else', () => {
    expect(rows.map(({ field }) => field).sort()).toEqual(fieldsOf(wireSchema).sort());
  });

  it.each(rows)('gives $field a place that exists', ({ places }) => {
    expect(places).not.toEqual([]);
    const known = knownPlaces();
    expect(places.filter((place) => !known.has(place))).toEqual([]);
  });

  it('says of every attribute where its value comes from', () => {
    const named = new Set([...rows.flatMap(({ places }) => places), ...added]);
    const attributes = [...knownPlaces()].filter((place) =>
      /^(article|campaign|media-asset|tag)\./.test(place),
    );
    expect(attributes.filter((attribute) => !named.has(attribute))).toEqual([]);
    expect(added.filter((place) => !attributes.includes(place))).toEqual([]);
  });
});
