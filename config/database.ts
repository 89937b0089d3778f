import type { Core } from '@strapi/strapi';

type Env = Core.Config.Shared.ConfigParams['env'];

/** What PostgreSQL and MySQL (or MariaDB) share; only the default port differs. */
function server(env: Env, defaultPort: number) {
  return {
    host: env('DATABASE_HOST', 'localhost'),
    port: env.int('DATABASE_PORT', defaultPort),
    database: env('DATABASE_NAME', 'strapi'),
    user: env('DATABASE_USERNAME', 'strapi'),
    password: env('DATABASE_PASSWORD', 'strapi'),
    ssl: env.bool('DATABASE_SSL', false) && {
      rejectUnauthorized: env.bool('DATABASE_SSL_REJECT_UNAUTHORIZED', true),
    },
  };
}

/** One entry a database; only the chosen one is built. */
const connections: Record<
  Core.Config.Database.ClientKind,
  (env: Env) => Core.Config.Database['connection']
> = {
  sqlite: (env) => ({
    client: 'sqlite',
    connection: { filename: env('DATABASE_FILENAME', '.tmp/data.db') },
    useNullAsDefault: true,
  }),
  postgres: (env) => ({
    client: 'postgres',
    connection: { ...server(env, 5432), schema: env('DATABASE_SCHEMA', 'public') },
    pool: { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) },
  }),
  mysql: (env) => ({
    client: 'mysql',
    connection: server(env, 3306),
    pool: { min: env.int('DATABASE_POOL_MIN', 2), max: env.int('DATABASE_POOL_MAX', 10) },
  }),
};

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Database => {
  const client = env('DATABASE_CLIENT', 'sqlite');
  if (!(client in connections)) {
    const known = Object.keys(connections).join(', ');
    throw new Error(`DATABASE_CLIENT is "${client}", but this site knows ${known}.`);
  }
  return { connection: connections[client as Core.Config.Database.ClientKind](env) };
};
