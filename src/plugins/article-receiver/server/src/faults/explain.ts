import { cutText } from '../../../shared/cut-text';
import { messageOf, recordOf } from '../../../shared/records';
import {
  reasonOf,
  wordReason,
  type Reason,
  type ReasonCode,
} from '../../../shared/deliveries/reasons';
import { Reasoned } from './outcomes';
import { isLack, isValueTaken, refusedFields } from './refusal';

/** What can go wrong around a site, in words for an editor; the original follows in brackets. */
const KNOWN: Readonly<Record<string, ReasonCode>> = {
  ENOSPC: 'storageFull',
  EDQUOT: 'storageQuota',
  EACCES: 'storageForbidden',
  EROFS: 'storageReadOnly',
  ENOENT: 'fileMissing',
  ECONNREFUSED: 'serviceRefused',
  ECONNRESET: 'serviceReset',
  ENOTFOUND: 'serviceUnknown',
  ETIMEDOUT: 'serviceSlow',
  SQLITE_BUSY: 'databaseBusy',
  SQLITE_FULL: 'databaseFull',
  SQLITE_READONLY: 'databaseReadOnly',
  SQLITE_IOERR: 'databaseBroken',
  // A value that a column has no room for is found before it is written, but for a character.
  ER_TRUNCATED_WRONG_VALUE_FOR_FIELD: 'characterRefused',
  // The same of one that is looked for: the name of an entry that an article leads to.
  ER_CANT_AGGREGATE_2COLLATIONS: 'characterRefused',
  ER_CANT_AGGREGATE_NCOLLATIONS: 'characterRefused',
  // PostgreSQL's untranslatable_character.
  '22P05': 'characterRefused',
};

const MAX_CHARACTERS = 1_000;

/** A fault for those who run the site, without stacks and without the SQL that knex puts in front. */
export function explain(thrown: unknown): string {
  const detail = detailOf(thrown);
  const code = codeOf(thrown);
  if (isForPeople(thrown)) return `${wordReason(faultReason(thrown))} (${detail})`;
  return cutText(code ? wordReason(reasonOf(code, { detail })) : detail, MAX_CHARACTERS);
}

/** A fault in words for an editor: what it says of files on the server and of SQL is left out. */
export function faultReason(thrown: unknown): Reason {
  if (thrown instanceof Reasoned) return thrown.reason;
  if (isForPeople(thrown)) return refusalReason(thrown);
  const detail = cutText(withoutPaths(detailOf(thrown)), MAX_CHARACTERS);
  const code = codeOf(thrown);
  return code ? reasonOf(code, { detail }) : reasonOf('asWorded', { text: detail });
}

/** The words of an error alone: under the name of a validation error they would be taken for Strapi's own. */
export const wordsOf = ({ message }: Error): string =>
  String(faultReason(new Error(message)).values.text ?? message);

function refusalReason(error: Error): Reason {
  const fields = refusedFields(error);
  if (fields.length === 0) return reasonOf('siteRefusedSome');
  if (isLack(error)) return reasonOf('siteLacks', { fields });
  return reasonOf(isValueTaken(error) ? 'siteTaken' : 'siteRefused', { fields });
}

/** What whoever threw says; a site's own code may throw what is no error. */
function detailOf(thrown: unknown): string {
  if (thrown instanceof Error) return withoutSql(messageOf(thrown)) || thrown.name;
  const { message } = recordOf(thrown);
  return typeof message === 'string' ? message : String(thrown);
}

function codeOf(thrown: unknown): ReasonCode | undefined {
  const { code, name } = recordOf(thrown);
  if (name === 'KnexTimeoutError') return 'databaseNoConnection';
  return typeof code === 'string' && Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined;
}

const withoutSql = (message: string): string =>
  message.replace(/^.* - (?=\S)/s, (sql) => (isSql(sql) ? '' : sql));

const isSql = (text: string): boolean =>
  /^\s*(insert|update|select|delete|alter|create|begin|commit|rollback|with)\b/i.test(text);

/** Where a file lies on the server is nobody's business who reads of it. */
const withoutPaths = (message: string): string =>
  message.replace(/(?<![:/\w])(['"]?)(?:[a-z]:)?(?:[\\/][^\s'"():,;]+){2,}\1/gi, '').trim();

/**
 * Whether trying again soon cannot help: what Strapi's own validation refuses it refuses until a person
 * changes an entry, the schema or the delivery.
 */
export const isForPeople = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && ['ValidationError', 'YupValidationError'].includes(thrown.name);
