import type { Core } from '@strapi/types';
import { isPostgres, postgresSetting } from './sql';

/** What Strapi is made for, and PostgreSQL has unless somebody changed it. */
const EXPECTED = 'read committed';

/**
 * Says so where PostgreSQL refuses what two do at the same moment instead of having one wait for the other: the
 * receiver does its own again, but Strapi tells an editor that it did not work.
 * See https://www.postgresql.org/docs/current/transaction-iso.html.
 */
export async function warnOfIsolation(strapi: Core.Strapi): Promise<void> {
  if (!isPostgres(strapi)) return;
  const level = await postgresSetting(strapi, 'default_transaction_isolation');
  if (level === EXPECTED) return;
  strapi.log.warn(
    `article-receiver: transactions of the database are "${level}", so what an editor does may fail with an error ` +
      'while the same article is written, and has to be done again. Set it for the role or the database of the ' +
      `site: ALTER DATABASE … SET default_transaction_isolation = '${EXPECTED}'`,
  );
}
