import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { Client } from 'pg';

/** Where a database server is; from the environment, by default the local one. */
export interface Address {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** What the tests ask of a database server besides what their sites do. */
export interface Server {
  readonly address: Address;
  /**
   * Makes a database, unless it is there.
   * @param template one to which nobody is connected: the new one begins with all that is in it.
   */
  create(name: string, template?: string): Promise<void>;
  drop(name: string): Promise<void>;
  /** Runs a statement, in a database if one is named. */
  ask(sql: string, values?: unknown[], database?: string): Promise<Record<string, unknown>[]>;
  /** Names of databases that begin like this. */
  list(prefix: string): Promise<string[]>;
}

export const serverOf = (kind: 'postgres' | 'mysql'): Server =>
  kind === 'postgres' ? postgres() : mysql();

function addressOf(port: number, user: string): Address {
  const { DATABASE_HOST, DATABASE_PORT, DATABASE_USERNAME, DATABASE_PASSWORD } = process.env;
  return {
    host: DATABASE_HOST || '127.0.0.1',
    port: Number(DATABASE_PORT) || port,
    user: DATABASE_USERNAME || user,
    password: DATABASE_PASSWORD ?? '',
  };
}

function postgres(): Server {
  const address = addressOf(5432, 'postgres');
  const ask = async (sql: string, values: unknown[] = [], database = 'postgres') => {
    const client = new Client({ ...address, database });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const list = async (prefix: string) => {
    const sql = 'select datname as name from pg_database where starts_with(datname, $1)';
    return (await ask(sql, [prefix])).map(({ name }) => String(name));
  };
  return {
    address,
    ask,
    list,
    create: async (name, template) => {
      if ((await list(name)).includes(name)) return;
      await ask(`create database "${name}"${template ? ` template "${template}"` : ''}`);
    },
    drop: async (name) => {
      await ask(`drop database if exists "${name}" with (force)`);
    },
  };
}

function mysql(): Server {
  const address = addressOf(3306, 'root');
  const ask = async (sql: string, values: unknown[] = [], database?: string) => {
    const connection = await createConnection({ ...address, database });
    try {
      const [rows] = await connection.query<RowDataPacket[]>(sql, values);
      return rows;
    } finally {
      await connection.end();
    }
  };
  const list = async (prefix: string) => {
    const sql =
      'select schema_name as name from information_schema.schemata where left(schema_name, ?) = ?';
    return (await ask(sql, [prefix.length, prefix])).map(({ name }) => String(name));
  };
  /** It has no templates: each table is made as the other says that it is, and filled from there. */
  const copy = async (from: string, to: string) => {
    const connection = await createConnection({ ...address, database: to });
    const query = async (sql: string) => (await connection.query<RowDataPacket[]>(sql))[0];
    try {
      // Tables refer to others that are made after them.
      await query('set foreign_key_checks = 0');
      for (const table of await query(`show tables from \`${from}\``)) {
        const name = `\`${String(Object.values(table)[0])}\``;
        const [made] = await query(`show create table \`${from}\`.${name}`);
        await query(String(made?.['Create Table']));
        await query(`insert into ${name} select * from \`${from}\`.${name}`);
      }
    } finally {
      await connection.end();
    }
  };
  return {
    address,
    ask,
    list,
    create: async (name, template) => {
      const isThere = (await list(name)).includes(name);
      await ask(`create database if not exists \`${name}\``);
      if (template && !isThere) await copy(template, name);
    },
    drop: async (name) => {
      await ask(`drop database if exists \`${name}\``);
    },
  };
}
