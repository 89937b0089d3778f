import { databaseKind } from './database';
import type { Site } from '../site/site';

/** A change that the database itself does not take, as by a rule of whoever runs it. */
interface Refused {
  change: 'insert' | 'update';
  table: string;
  /** Of one article alone; of all rows where there is none. */
  sourceId?: string;
  why: string;
  /** As a server says that lets itself be read alone; SQLite has none. */
  isReadOnly?: boolean;
}

const STATEMENTS: Record<ReturnType<typeof databaseKind>, (refused: Refused) => string[]> = {
  sqlite: ({ change, table, sourceId, why }) => [
    `create trigger refused before ${change} on ${table}
       ${sourceId ? `when old.source_id = '${sourceId}'` : ''}
       begin select raise(abort, '${why}'); end`,
  ],
  postgres: ({ change, table, sourceId, why, isReadOnly }) => [
    `create or replace function refuse() returns trigger language plpgsql
       as $$ begin raise exception '${why}'${isReadOnly ? ` using errcode = '25006'` : ''}; end $$`,
    `create trigger refused before ${change} on ${table} for each row
       ${sourceId ? `when (old.source_id = '${sourceId}')` : ''} execute function refuse()`,
  ],
  mysql: ({ change, table, sourceId, why, isReadOnly }) => [
    `create trigger refused before ${change} on ${table} for each row
       if ${sourceId ? `old.source_id = '${sourceId}'` : 'true'} then
         signal sqlstate '45000' set message_text = '${why}'${isReadOnly ? ', mysql_errno = 1290' : ''};
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
