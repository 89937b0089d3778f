import type { Core } from '@strapi/types';
import type { Given } from './columns';
import { isMysql } from './sql';

const MIB = 1024 * 1024;

/** The longest value that MySQL or MariaDB takes, in bytes; null on databases without a limit. */
async function packetLimit(strapi: Core.Strapi): Promise<number | null> {
  if (!isMysql(strapi)) return null;
  const [rows = []]: Given[][] = await strapi.db.connection.raw(
    'select @@session.max_allowed_packet as packet_limit',
  );
  return Number(rows[0]?.packet_limit);
}

/** Says so where the webhook would let bodies in that the database then refuses. */
export async function warnOfPacketLimit(strapi: Core.Strapi, maxBodyBytes: number): Promise<void> {
  const limit = await packetLimit(strapi);
  if (limit === null || limit >= maxBodyBytes) return;
  strapi.log.warn(
    `article-receiver: the database takes at most ${inMib(limit)} at once (max_allowed_packet), ` +
      `but maxBodyBytes is ${inMib(maxBodyBytes)}: a delivery in between is answered with 503. ` +
      'Raise the one or lower the other.',
  );
}

const inMib = (bytes: number): string => `${Number((bytes / MIB).toFixed(1))} MiB`;
