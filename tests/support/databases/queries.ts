import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/strapi';
import { isTransient } from '../../../src/plugins/article-receiver/server/src/database/transient';

interface Query {
  sql: string;
  /** Of the connection that it goes through. */
  __knexUid: string;
}

/**
 * Has a site do nothing that is scheduled, from its start on: fifteen seconds after it Strapi counts a site's
 * files, and writes down that it did (`@strapi/upload`, `weekly-metrics`), which may go on while we count.
 */
export function unscheduled({ cron }: Core.Strapi): void {
  cron.stop();
}

/**
 * The statements that the site sends to its database while something is done, in order. Of one that is
 * `unscheduled`, as others may come in between.
 */
export async function queriesOf(
  { db }: Core.Strapi,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const statements: string[] = [];
  const note = ({ sql }: Query) => void statements.push(sql);
  db.connection.on('query', note);
  try {
    await work();
  } finally {
    db.connection.off('query', note);
  }
  return statements;
}

/**
 * How many transactions are taken back while something is done, but for those that others were in the way of (a
 * deadlock, on PostgreSQL and MariaDB): these are done again at once, and how many there are is nobody's choice.
 */
export async function takenBackDuring(
  strapi: Core.Strapi,
  work: () => Promise<unknown>,
): Promise<number> {
  // By connection, which is in one transaction at a time: knex says no other name of it with an error.
  const disturbed = new Set<string>();
  let count = 0;
  const { connection } = strapi.db;
  const noteError = (error: Error, { __knexUid }: Query) => {
    if (isTransient(error)) disturbed.add(__knexUid);
  };
  const note = ({ sql, __knexUid }: Query) => {
    if (/^begin/i.test(sql)) disturbed.delete(__knexUid);
    if (/^rollback\W*$/i.test(sql) && !disturbed.has(__knexUid)) count += 1;
  };
  connection.on('query-error', noteError);
  connection.on('query', note);
  try {
    await work();
  } finally {
    connection.off('query-error', noteError);
    connection.off('query', note);
  }
  return count;
}

/** The same of what answers to requests take; what the site does by itself meanwhile is not among them. */
export async function queriesOfRequests(
  strapi: Core.Strapi,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { httpServer } = strapi.server;
  const answering = new AsyncLocalStorage<true>();
  const statements: string[] = [];
  const begin = () => answering.enterWith(true);
  const note = ({ sql }: Query) => {
    if (answering.getStore()) statements.push(sql);
  };
  // Whatever is called for the request comes after it, in what it begins.
  httpServer.prependListener('request', begin);
  strapi.db.connection.on('query', note);
  try {
    await work();
  } finally {
    httpServer.off('request', begin);
    strapi.db.connection.off('query', note);
  }
  return statements;
}

/** What a statement does, and to which table: `select articles`, `COMMIT`. */
export function kindOf(sql: string): string {
  const [verb = ''] = sql.trim().toLowerCase().split(/[\s;]/);
  const name = /(?:from|into|update) (?:[`"]\w+[`"]\.)?[`"](?:article_receiver_)?(\w+)[`"]/i;
  const table = name.exec(sql)?.[1];
  return table ? `${verb} ${table}` : verb;
}

/** How many statements of each kind there are. */
export function tally(statements: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of statements.map(kindOf)) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}
