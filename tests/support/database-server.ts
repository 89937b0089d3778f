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
  /** Makes a database, unless it is there. */
  create(name: string): Promise<void>;
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
    create: async (name) => {
      if (!(await list(name)).includes(name)) await ask(`create database "${name}"`);
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
  return {
    address,
    ask,
    list: async (prefix) => {
      const sql =
        'select schema_name as name from information_schema.schemata where left(schema_name, ?) = ?';
      return (await ask(sql, [prefix.length, prefix])).map(({ name }) => String(name));
    },
    create: async (name) => {
      await ask(`create database if not exists \`${name}\``);
    },
    drop: async (name) => {
      await ask(`drop database if exists \`${name}\``);
    },
  };
}
