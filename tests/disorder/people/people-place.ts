import { FIELDS, type Field, type Values } from './people-model';

/** Where an article's entries are, and where in them its fields. */
export interface Place {
  uid: string;
  idField: string;
  locale?: string;
  /** Where the Content API can write them: its names for them. */
  api?: { plural: string; name: string };
  paths: Record<Field, readonly [string, string?]>;
  /** What a component of a new entry cannot be without. */
  required?: Record<string, object>;
}

/** A value as a history has it. */
export const asText = (value: unknown): string => [value ?? ''].flat().join();
/** The same as a field takes it. */
export const inField = (field: Field, value: string): unknown =>
  value === '' ? null : field === 'keyword' ? [value] : value;

/** The fields of an entry, as they are read and written. */
export function fieldsOf(place: Place) {
  const populate = Object.fromEntries(
    FIELDS.flatMap((field) => (place.paths[field][1] ? [[place.paths[field][0], true]] : [])),
  );
  const read = (entry: Record<string, unknown>): Values =>
    Object.fromEntries(
      FIELDS.map((field) => {
        const [name, part] = place.paths[field];
        const value = entry[name] as Record<string, unknown> | null | undefined;
        return [field, asText(part ? value?.[part] : value)];
      }),
    ) as Values;

  /** The change of a field, beside what else is in its component. */
  const change = (field: Field, value: string, entry: Record<string, unknown> = {}) => {
    const [name, part] = place.paths[field];
    const own = inField(field, value);
    return {
      [name]: part
        ? { ...place.required?.[name], ...(entry[name] as object | null), [part]: own }
        : own,
    };
  };

  return { populate, read, change };
}
