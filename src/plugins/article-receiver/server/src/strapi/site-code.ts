import type { Core } from '@strapi/types';
import { reasonOf } from '../../../shared/deliveries/reasons';
import { optionsOf } from '../config/site-options';
import { Reasoned } from '../faults/outcomes';
import { within } from '../pace/within';

/**
 * Waits for an entry to be written, with what the site's own code does then (lifecycles, middlewares of the Document
 * Service), but not for ever: a transaction is open meanwhile, and on SQLite the whole site waits for it to end.
 * What comes of it later finds the transaction closed, and changes nothing.
 * @throws Reasoned when it takes longer than the site's option allows.
 */
export async function inTime<Result>(
  strapi: Core.Strapi,
  writing: Promise<Result>,
): Promise<Result> {
  const { writeTimeoutMs } = optionsOf(strapi);
  if (await within(writeTimeoutMs, writing)) return writing;
  throw new Reasoned(reasonOf('writeSlow', { seconds: writeTimeoutMs / 1_000 }));
}

/**
 * What the Document Service gave.
 * @throws Reasoned where a middleware of the site's own kept it back.
 */
export function answered<Result>(result: Result): Result {
  if (result === undefined) throw new Reasoned(reasonOf('writeUnanswered'));
  return result;
}
