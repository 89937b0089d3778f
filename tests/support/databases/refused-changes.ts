import { databaseKind } from './database';
import type { Site } from '../site/site';

/** A change that the database itself does not take, as by a rule of whoever runs it. */
interface Refused {
  change: 'insert' | 'update';
  table: string;
  /** Of one article alone; of all rows where there is none. */
  sourceId?: string;
  why: string;
  /** As a server says that lets itself be read alone, or that waited for a lock in vain; SQLite has none. */
  as?: keyof typeof CODES;
}

/** PostgreSQL's code, and MariaDB's. */
const CODES = { readOnly: ['25006', 1290], late: ['55P03', 1205] } as const;

const STATEMENTS: Record<ReturnType<typeof databaseKind>, (refused: Refused) => string[]> = {
  sqlite: ({ change, table, sourceId, why }) => [
    `create trigger refused before ${change} on ${table}
       ${sourceId ? `when old.source_id = '${sourceId}'` : ''}
       begin select raise(abort, '${why}'); end`,
  ],
  postgres: ({ change, table, sourceId, why, as }) => [
    `create or replace function refuse() returns trigger language plpgsql
       as $$ begin raise exception '${why}'${as ? ` using errcode = '${CODES[as][0]}'` : ''}; end $$`,
    `create trigger refused before ${change} on ${table} for each row
       ${sourceId ? `when (old.source_id = '${sourceId}')` : ''} execute function refuse()`,
  ],
  mysql: ({ change, table, sourceId, why, as }) => [
    `create trigger refused before ${change} on ${table} for each row
       if ${sourceId ? `old.source_id = '${sourceId}'` : 'true'} then
         signal sqlstate '45000' set message_text = '${why}'${as ? `, mysql_errno = ${CODES[as][1]}` : ''};
       end if`,
  ],
};

/** Has the site's database refuse a change, until `takeAgain`. */
export async function refuse(site: Site, refused: Refused): Promise<void> {
  for (const statement of STATEMENTS[databaseKind()](refused))
    await site.strapi.db.connection.raw(statement);
}

export async function takeAgain(site: Site, { table }: Pick<Refused, 'table'>): Promise<void> {
  const of = databaseKind() === 'postgres' ? ` on ${table}` : '';
  await site.strapi.db.connection.raw(`drop trigger refused${of}`);
}
