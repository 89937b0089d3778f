import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { currentPart } from '../database/savepoint';
import { isTransient, isUnreachable } from '../database/transient';
import { alongside } from '../run-context/alongside';
import { adapt, isFunction } from './adapt';
import { currentRun, type RunContext } from '../run-context/run-context';
import { explain } from '../faults/explain';

type Callback = () => unknown;

interface TransactionScope {
  onCommit(callback: Callback): void;
}

interface Transactions {
  transaction(work?: (scope: TransactionScope) => unknown): Promise<unknown>;
}

/** Whether an event has begun to be told in the course of a try: its listeners are not told twice. */
const telling = alongside<{ isBegun: boolean }>();

/** Pauses before the next tries to send an event, in milliseconds. */
const PAUSES_MS = [250, 1_000, 4_000, 15_000, 60_000];

/**
 * Sees to what Strapi does after a commit. For `entry.*` events it reads the entry again, in
 * promises that nobody waits for or catches: a connection that breaks off then, or does not come free
 * in time, would end the whole process. They are reported when they fail. Of a projection's own
 * transactions, and of no others, they are tried again before that, and waited for when the site
 * stops, and what was rolled back to a savepoint sends none.
 *
 * Seen up to 5.54; asked for upstream as https://github.com/strapi/strapi/issues/20592 (open).
 */
export function guardAfterCommit(strapi: Core.Strapi): void {
  const database = strapi.db as unknown as Transactions;
  adapt(strapi, {
    what: "the database's way to begin a transaction (db.transaction)",
    without: 'an event that Strapi cannot send after a commit may end the process',
    isKnown: isFunction(database?.transaction),
    apply: () => {
      noteTelling(strapi);
      const transaction = database.transaction.bind(database);
      database.transaction = (work) => {
        if (!work) return transaction(work);
        const run = currentRun();
        return transaction((scope) =>
          work({
            ...scope,
            onCommit: (callback) => {
              const isDone = currentPart();
              scope.onCommit(() => {
                if (!run) void reported(strapi, callback());
                else if (isDone()) follow(strapi, callback, run);
              });
            },
          }),
        );
      };
    },
  });
}

function noteTelling({ eventHub }: Core.Strapi): void {
  const emit = eventHub.emit.bind(eventHub);
  eventHub.emit = (event, ...values) => {
    const known = telling.get();
    if (known) known.isBegun = true;
    return emit(event, ...values);
  };
}

function follow(strapi: Core.Strapi, callback: Callback, run: RunContext): void {
  const work = reported(strapi, persist(callback, run));
  run.afterCommit.add(work);
  void work.finally(() => run.afterCommit.delete(work));
}

async function reported(strapi: Core.Strapi, work: unknown): Promise<void> {
  try {
    await work;
  } catch (error) {
    strapi.log.error(
      `article-receiver: an event could not be sent after a commit: ${explain(error)}`,
    );
  }
}

/** Only the database is worth another try: what a listener of the site's throws, it has done. */
async function persist(callback: Callback, { signal }: RunContext): Promise<void> {
  for (const pause of PAUSES_MS) {
    const told = { isBegun: false };
    try {
      await telling.run(told, async () => callback());
      return;
    } catch (error) {
      // Of another service that cannot be reached, a listener says the same.
      const isAway = isUnreachable(error) && !told.isBegun;
      if (signal.aborted || !(isTransient(error) || isAway)) throw error;
      await sleep(pause, undefined, { signal, ref: false });
    }
  }
  await callback();
}
