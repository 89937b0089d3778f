const UNMADE = /^unmade:(?:campaign|tag|media-asset|entry)(?:=([a-z0-9]+))? /;

/** What a document is known by before it is made: its kind, and what the feed calls it. */
interface Named {
  kind: string;
  sourceId: string;
}

/**
 * What stands for a document that is only offered and not made.
 * @param documentId the id that it will have again; null for one that was never made.
 * @param name what people would call it; the feed's id may be a number, or spell it otherwise.
 */
export const unmade = (
  { kind, sourceId }: Named,
  documentId: string | null,
  name: string | null = null,
): string =>
  withName(`unmade:${kind}${documentId === null ? '' : `=${documentId}`} ${sourceId}`, name);

/** In no id of the feed's. */
const NAME = '\n';

const withName = (id: string, name: string | null): string =>
  name === null || id.endsWith(` ${name}`) ? id : `${id}${NAME}${name.replaceAll(NAME, ' ')}`;

const withoutName = (id: string): string => id.split(NAME)[0] ?? id;

/** Whether something in a value stands for a document that is not made. */
export const isUnmade = (value: unknown): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(isUnmade)
    : typeof value === 'string' && UNMADE.test(value);

/**
 * A value as it would be with the documents in their places that somebody deleted: they have the same ids
 * when they are made again, whichever article has them made. So a deletion says nothing new, nor does a name
 * that is spelled otherwise.
 */
export function asIfMade(value: unknown): unknown {
  if (typeof value === 'string') {
    const found = UNMADE.exec(value);
    return found ? (found[1] ?? withoutName(value)) : value;
  }
  if (!isUnmade(value)) return value;
  if (Array.isArray(value)) return value.map(asIfMade);
  const fields = Object.entries(value as object);
  return Object.fromEntries(fields.map(([field, one]) => [field, asIfMade(one)]));
}

const NEW = 'new ';

/** The id of a document that a preview would make. */
export const newDocument = ({ kind, sourceId }: Named, name: string | null = null): string =>
  withName(`${NEW}${kind} ${sourceId}`, name);

/** Whether an id stands for a document that a preview would make. */
export const isNewDocument = (documentId: string): boolean => documentId.startsWith(NEW);

const WITHOUT = /^(?:unmade:(campaign|tag|media-asset|entry)(?:=[a-z0-9]+)?|new (\S+)) /;

/** What a document is called that is not made, whether it is only offered or a preview would make it. */
export function unmadeName(id: string): string {
  const [, name] = id.split(NAME);
  if (name !== undefined) return name;
  const [stands = '', offered, previewed] = WITHOUT.exec(id) ?? [];
  const sourceId = id.slice(stands.length);
  if ((offered ?? previewed) !== 'entry') return sourceId;
  return String((JSON.parse(sourceId.slice(sourceId.indexOf('['))) as unknown[])[2]);
}
