interface Fault {
  path?: unknown;
  value?: unknown;
  message?: unknown;
}

/** The errors of Strapi's by which it, or a site's own code, says no: all that have `details`. */
const REFUSALS = new Set([
  'ApplicationError',
  'ValidationError',
  'YupValidationError',
  'ForbiddenError',
  'PolicyError',
  'PayloadTooLargeError',
]);

/** Whether Strapi, or a rule of the site's own, says no: nothing is broken. */
export const isSaidNo = (error: unknown): error is Error =>
  error instanceof Error && REFUSALS.has(error.name);

/** What Strapi (5.54.0) says of relations to documents and files that are not there; there is no code to tell it by. */
const NOT_THERE =
  /^(Document with id ".*", locale ".*" not found|\d+ relation\(s\) of type .* do not exist)$/;

/** Whether Strapi says no because something that is related is not there. */
export const leadsNowhere = (error: unknown): boolean =>
  isSaidNo(error) && NOT_THERE.test(error.message);

/** What Strapi's validation found at fault. */
const faultsOf = (error: Error): Fault[] =>
  (error as { details?: { errors?: Fault[] } }).details?.errors ?? [];

/** Attributes that Strapi's validation found at fault, by their paths; none where it names none. */
export const refusedFields = (error: Error): string[] => pathsOf(faultsOf(error));

function pathsOf(errors: readonly Fault[]): string[] {
  const paths = errors.map(({ path }) => [path].flat().join('.'));
  return [...new Set(paths)].filter((path) => path !== '');
}

/** Whether all that Strapi's validation found at fault is that something is missing. */
export function isLack(error: Error): boolean {
  const errors = faultsOf(error);
  return errors.length > 0 && errors.every(isOfNothing);
}

/** Attributes of which Strapi's validation says that nothing is in them, by their paths. */
export const lackingFields = (error: Error): string[] =>
  pathsOf(faultsOf(error).filter(isOfNothing));

const isOfNothing = (one: Fault): boolean => 'value' in one && isEmpty(one.value);

/** What Strapi's validation says of a value that another entry has; there is no code to tell it by. */
const TAKEN = 'This attribute must be unique';

/** Whether all that Strapi's validation found at fault is that another entry has the same value. */
export function isValueTaken(error: Error): boolean {
  const errors = faultsOf(error);
  return errors.length > 0 && errors.every(({ message }) => message === TAKEN);
}

/** Of a number that is empty, Strapi's validation says that it is `NaN`. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  Number.isNaN(value) ||
  (Array.isArray(value) && !value.length);
