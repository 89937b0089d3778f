import type { Core } from '@strapi/types';
import { optionsOf } from '../config/site-options';
import { claim } from '../database/claims';
import { TABLES } from '../database/models';
import { isTaken } from '../database/sql';
import { inTransaction } from '../database/transaction';
import { recordAlert } from '../log/alerts';
import type { Arrival } from '../log/arrival';
import { quarantineRoom } from '../log/quarantine';

/** For how long a count is good: what is counted grows with what somebody sends. */
const COUNT_LASTS_MS = 1_000;

/** How often people are told that the quarantine is full. */
const TOLD_EVERY_MS = 24 * 60 * 60_000;

/** How often an instance asks whether it is its turn to tell them. */
const ASKED_EVERY_MS = 60_000;

/** What an instance knows of the quarantine. Times of `performance.now()`. */
interface Knowledge {
  bytes: number;
  counted: Promise<void>;
  countedAt: number;
  askedAt: number;
}

const known = new WeakMap<Core.Strapi, Knowledge>();

/**
 * Whether there is room for a delivery, if it belongs in quarantine. What waits there is kept until
 * somebody decides, so what has no room must not be acknowledged. What arrives in the same moment may
 * take a little more room than there is.
 */
export async function quarantineTakes(
  strapi: Core.Strapi,
  { state, digest, byteSize }: Arrival,
): Promise<boolean> {
  if (state !== 'quarantined') return true;
  const knowledge = await knowledgeOf(strapi);
  if (knowledge.bytes + byteSize <= optionsOf(strapi).retention.quarantineBytes) {
    knowledge.bytes += byteSize;
    return true;
  }
  // What is in the log already takes no room.
  if (await isTaken(strapi, TABLES.log, { digest })) return true;
  await tellOf(strapi, knowledge);
  return false;
}

async function knowledgeOf(strapi: Core.Strapi): Promise<Knowledge> {
  const knowledge = known.get(strapi) ?? {
    bytes: 0,
    counted: Promise.resolve(),
    countedAt: -Infinity,
    askedAt: -Infinity,
  };
  known.set(strapi, knowledge);
  if (performance.now() - knowledge.countedAt > COUNT_LASTS_MS) {
    knowledge.countedAt = performance.now();
    knowledge.counted = count(strapi, knowledge);
  }
  await knowledge.counted;
  return knowledge;
}

async function count(strapi: Core.Strapi, knowledge: Knowledge): Promise<void> {
  try {
    knowledge.bytes = (await quarantineRoom(strapi)).bytes;
  } catch (error) {
    knowledge.countedAt = -Infinity;
    throw error;
  }
}

/** Tells people that what belongs in quarantine is refused, from one instance, once a day. */
async function tellOf(strapi: Core.Strapi, knowledge: Knowledge): Promise<void> {
  const now = performance.now();
  if (now - knowledge.askedAt < ASKED_EVERY_MS) return;
  knowledge.askedAt = now;
  if (!(await claim(strapi, 'quarantine-full', { forMs: TOLD_EVERY_MS }))) return;
  strapi.log.error(
    'article-receiver: the quarantine is full (retention.quarantineBytes): what belongs there is refused until somebody decides on what it holds',
  );
  await inTransaction(strapi, ({ trx }) => recordAlert(strapi, trx, { kind: 'quarantine-full' }));
}
