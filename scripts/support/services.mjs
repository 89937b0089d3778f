import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { canServe, throwawayServer } from './throwaway-server.mjs';

/**
 * How to get at a database server, in Strapi's names.
 * @typedef {Record<'DATABASE_HOST' | 'DATABASE_PORT' | 'DATABASE_USERNAME' | 'DATABASE_PASSWORD', string>} Address
 */

/**
 * A database server that the tests need.
 * @typedef {object} Service
 * @property {string} name
 * @property {'postgres' | 'mysql'} kind what Strapi calls it
 * @property {number} port by default
 * @property {string} username by default
 * @property {string} packageName of Debian and Ubuntu
 * @property {string[]} units names under which the system may know it
 * @property {(address: Address) => Promise<void>} connect rejects where there is no way in
 * @property {string[][]} admit commands that let `TESTER` in, run by the system's administrator
 */

const TESTER = 'article_receiver_test';
const START_MILLISECONDS = 60_000;
const INSTALL_MILLISECONDS = 300_000;
const CONNECT_MILLISECONDS = 5_000;

/** @param {string} sql */
const asPostgres = (sql) => ['runuser', '-u', 'postgres', '--', 'psql', '-c', sql];
/** @param {string} sql */
const asMariadb = (sql) => ['mysql', '-e', sql];

/** @type {Service[]} */
export const SERVICES = [
  {
    name: 'PostgreSQL',
    kind: 'postgres',
    port: 5432,
    username: 'postgres',
    packageName: 'postgresql',
    units: ['postgresql'],
    connect: async (address) => {
      const client = new pg.Client({ ...optionsOf(address), database: 'postgres' });
      await client.connect();
      await client.end();
    },
    admit: [
      asPostgres(`drop role if exists ${TESTER}`),
      asPostgres(`create role ${TESTER} superuser login password '${TESTER}'`),
    ],
  },
  {
    name: 'MariaDB',
    kind: 'mysql',
    port: 3306,
    username: 'root',
    packageName: 'mariadb-server',
    units: ['mariadb', 'mysql'],
    connect: async (address) => {
      const connection = await mysql.createConnection({
        ...optionsOf(address),
        connectTimeout: CONNECT_MILLISECONDS,
      });
      await connection.end();
    },
    admit: ['localhost', '127.0.0.1'].flatMap((host) => [
      asMariadb(`create or replace user ${TESTER}@'${host}' identified by '${TESTER}'`),
      asMariadb(`grant all on *.* to ${TESTER}@'${host}'`),
    ]),
  },
];

/** @param {Address} address */
const optionsOf = (address) => ({
  host: address.DATABASE_HOST,
  port: Number(address.DATABASE_PORT),
  user: address.DATABASE_USERNAME,
  password: address.DATABASE_PASSWORD,
});

/**
 * Where a service is: `POSTGRES_HOST` or `MYSQL_HOST` and so on, else Strapi's `DATABASE_HOST` and
 * so on, else the local default. `DATABASE_PORT` counts only where it cannot be another's.
 * @param {Service} service
 * @param {boolean} isOnly
 * @returns {Address}
 */
export function addressOf({ kind, port, username }, isOnly) {
  const { env } = process;
  /** @param {string} name */
  const own = (name) => env[`${kind.toUpperCase()}_${name}`];
  return {
    DATABASE_HOST: own('HOST') || env.DATABASE_HOST || '127.0.0.1',
    DATABASE_PORT: own('PORT') || (isOnly && env.DATABASE_PORT) || String(port),
    DATABASE_USERNAME: own('USERNAME') || env.DATABASE_USERNAME || username,
    DATABASE_PASSWORD: own('PASSWORD') ?? env.DATABASE_PASSWORD ?? '',
  };
}

/**
 * Whether the environment says which server is to be used.
 * @param {Service} service
 */
export const isNamed = ({ kind }) =>
  [kind.toUpperCase(), 'DATABASE'].some((prefix) => Boolean(process.env[`${prefix}_HOST`]));

/**
 * A server that is there, and how to leave it as it was.
 * @typedef {{ address: Address, stop: () => void | Promise<void> }} Provided
 */

/**
 * A server for one run of the tests, whose data is gone afterwards; installed with apt-get where
 * there is none. What runs on the machine already is not touched.
 * @param {Service} service
 * @returns {Promise<Provided>}
 * @throws Error that says what was tried.
 */
export async function provideThrowaway(service) {
  if (!canServe(service.kind) && !install(service)) {
    throw new Error(`${service.name} is not installed, and could not be.`);
  }
  return throwawayServer(service.kind, (address) => faultOf(service, address));
}

/**
 * Sees to it that a service answers: as it is, else started, else installed with apt-get first.
 * @param {Service} service
 * @param {Address} address
 * @returns {Promise<Provided>}
 * @throws Error that says what was tried.
 */
export async function provide(service, address) {
  const fault = await faultOf(service, address);
  if (fault === null) return { address, stop: () => undefined };
  if (address.DATABASE_HOST !== '127.0.0.1') throw new Error(fault);

  const started = start(service) ?? (install(service) ? start(service) : null);
  const stop = () => {
    if (started) asRoot(['service', started, 'stop'], START_MILLISECONDS);
  };
  const tester = { ...address, DATABASE_USERNAME: TESTER, DATABASE_PASSWORD: TESTER };
  const deadline = Date.now() + START_MILLISECONDS;
  while (Date.now() < deadline) {
    if ((await faultOf(service, address)) === null) return { address, stop };
    if ((await faultOf(service, tester)) === null) return { address: tester, stop };
    for (const command of service.admit) asRoot(command, START_MILLISECONDS);
    await sleep(1_000);
  }
  stop();
  throw new Error(`${fault} It could not be started or installed here either.`);
}

/**
 * @param {Service} service
 * @param {Address} address
 * @returns {Promise<string | null>} why it cannot be used; null when it can.
 */
export async function faultOf({ name, connect }, address) {
  try {
    await connect(address);
    return null;
  } catch (error) {
    const where = `${address.DATABASE_USERNAME} at ${address.DATABASE_HOST}:${address.DATABASE_PORT}`;
    return `No ${name} for ${where}: ${error instanceof Error ? error.message || error.name : error}.`;
  }
}

/**
 * Sees to it that there is a Redis that tests can start; they use no server that runs already.
 * @param {boolean} mayInstall
 */
export function provideRedis(mayInstall) {
  const isThere = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
  if (isThere()) return true;
  if (!mayInstall || !install({ name: 'Redis', packageName: 'redis-server' })) return false;
  // Debian starts the server with the package; the tests start their own.
  asRoot(['service', 'redis-server', 'stop'], START_MILLISECONDS);
  return isThere();
}

/**
 * @param {Service} service
 * @returns {string | null} the unit that was started; null when the system has none.
 */
function start({ units }) {
  return units.find((unit) => asRoot(['service', unit, 'start'], START_MILLISECONDS)) ?? null;
}

/** @param {Pick<Service, 'name' | 'packageName'>} service */
function install({ name, packageName }) {
  console.log(`Installing ${name}…`);
  const apt = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  return (
    asRoot([...apt, 'update', '-qq'], INSTALL_MILLISECONDS) &&
    asRoot([...apt, 'install', '-y', '-qq', packageName], INSTALL_MILLISECONDS)
  );
}

/**
 * Runs a command as the system's administrator, where that is possible without a question.
 * @param {string[]} command
 * @param {number} timeout in milliseconds
 */
function asRoot(command, timeout) {
  const isRoot = process.getuid?.() === 0;
  const [program = '', ...args] = isRoot ? command : ['sudo', '-n', ...command];
  return spawnSync(program, args, { stdio: 'ignore', timeout }).status === 0;
}
