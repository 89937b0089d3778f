import { randomBytes } from 'node:crypto';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { addressOf, provide, SERVICES } from '../../scripts/support/services.mjs';

/** @typedef {import('../../scripts/support/services.mjs').Address} Address */
/** @typedef {{ kind: 'sqlite' | 'postgres' | 'mysql', name: string, address: Address | null }} Place */

/** SQLite needs no server. @type {Place} */
const SQLITE = { kind: 'sqlite', name: 'SQLite', address: null };

/**
 * Does something on each kind of database, one after the other, where it is there or can be started.
 * @param {(place: Place) => Promise<void>} work
 * @returns {Promise<string[]>} what could not be done, in words
 */
export async function onEach(work) {
  /** @type {string[]} */
  const notes = [];
  await work(SQLITE);
  for (const service of SERVICES) {
    const { name, kind } = service;
    try {
      const { address, stop } = await provide(service, addressOf(service, false));
      await work({ kind, name, address }).finally(stop);
    } catch (error) {
      notes.push(`${name} could not be measured: ${error}`);
    }
  }
  return notes;
}

/** An empty database for one site. @param {Place} place @returns {Promise<{ env: NodeJS.ProcessEnv, drop: () => Promise<void> }>} */
export async function newDatabase({ kind, address }) {
  if (!address) return { env: {}, drop: () => Promise.resolve() };
  const name = `article_receiver_bench_${randomBytes(6).toString('hex')}`;
  await onServer(kind, address, `create database ${name}`);
  return {
    env: { DATABASE_CLIENT: kind, DATABASE_NAME: name, ...address },
    drop: () => onServer(kind, address, `drop database ${name}`),
  };
}

/** @param {string} kind @param {Address} address @param {string} statement */
async function onServer(kind, address, statement) {
  const options = {
    host: address.DATABASE_HOST,
    port: Number(address.DATABASE_PORT),
    user: address.DATABASE_USERNAME,
    password: address.DATABASE_PASSWORD,
  };
  if (kind === 'postgres') {
    const client = new pg.Client({ ...options, database: 'postgres' });
    await client.connect();
    await client.query(statement);
    await client.end();
  } else {
    const connection = await mysql.createConnection(options);
    await connection.query(statement);
    await connection.end();
  }
}
