import type { Core } from '@strapi/types';
import { alongside } from '../run-context/alongside';

/** How often entries were written in the course of some work. */
const writing = alongside<{ times: number }>();

/** Notes each write of the entries of a type, whoever writes. */
export function noteWrites(strapi: Core.Strapi, uid: string): void {
  const note = (): void => {
    const known = writing.get();
    if (known) known.times += 1;
  };
  const after = { afterCreate: note, afterUpdate: note, afterUpdateMany: note };
  strapi.db.lifecycles.subscribe({ models: [uid], ...after });
}

/**
 * Writes an entry, and says whether the site's own code, as it heard of that, wrote as well: then the entry
 * has other values than Strapi gives back.
 */
export async function writtenOnce<Result>(
  write: () => Promise<Result>,
): Promise<{ result: Result; isAgain: boolean }> {
  const known = { times: 0 };
  const result = await writing.run(known, write);
  return { result, isAgain: known.times > 1 };
}
