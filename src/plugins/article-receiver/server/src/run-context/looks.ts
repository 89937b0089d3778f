import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { Stopped } from '../faults/outcomes';
import { alongside } from './alongside';

/**
 * Looks: work that is done to see whether it has anything to change, and ends where it has. Many are on
 * their way at the same time, and what they ask of one kind is asked together, in one statement.
 */

/** What goes along with one look, wherever it leads. */
interface Look {
  questions: Questions;
  /** It came to something that has to be changed. */
  differs: boolean;
}

/** The questions of looks that are on their way together. */
interface Questions {
  /** Has a kind of them asked when its turn comes. */
  add(ask: Ask): void;
}

/** Asks all questions of a kind. @returns what hands each of them its answer. */
type Ask = () => Promise<(() => void)[]>;

const looks = alongside<Look>();

/** Thrown where a look ends. */
class Differs extends Error {
  override readonly name = 'Differs';
}

/**
 * Ends the look that the caller is part of, if it is part of one. Whatever changes something, or asks
 * other servers, calls this first.
 * @throws Differs within a look.
 */
export function beforeChange(): void {
  const look = looks.get();
  if (!look) return;
  // Also where somebody takes the error for one of their own.
  look.differs = true;
  throw new Differs('there is something to change');
}

/** The same function, before which every look ends. */
export const changing =
  <Asked extends unknown[], Result>(change: (...asked: Asked) => Promise<Result>) =>
  async (...asked: Asked): Promise<Result> => {
    beforeChange();
    return change(...asked);
  };

/**
 * A question of the database that many ask at the same time. By itself each is asked at once; those of
 * several looks go into one.
 * @param askAll asks some questions. @returns what answers each of them.
 */
export function askedTogether<Question, Answer>(
  askAll: (
    strapi: Core.Strapi,
    questions: readonly Question[],
  ) => Promise<(question: Question) => Answer>,
): (strapi: Core.Strapi, question: Question) => Promise<Answer> {
  type Asked = { question: Question; resolve: (answer: Promise<Answer>) => void };
  const waiting = new WeakMap<Questions, Asked[]>();

  const asking = (strapi: Core.Strapi, questions: Questions): Asked[] => {
    const asked: Asked[] = [];
    waiting.set(questions, asked);
    questions.add(async () => {
      waiting.delete(questions);
      const answering = askAll(
        strapi,
        asked.map(({ question }) => question),
      );
      await answering.catch(() => undefined);
      return asked.map(({ question, resolve }) => () => {
        resolve(answering.then((answer) => answer(question)));
      });
    });
    return asked;
  };

  return async (strapi, question) => {
    const look = looks.get();
    if (!look) return (await askAll(strapi, [question]))(question);
    const { questions } = look;
    const asked = waiting.get(questions) ?? asking(strapi, questions);
    return new Promise((resolve) => asked.push({ question, resolve }));
  };
}

/**
 * The same for what is found by keys: one statement finds what all of them ask for.
 * @param findAll finds by some keys, each of them once.
 */
export const foundTogether = <Key, Value>(
  findAll: (strapi: Core.Strapi, keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
) =>
  askedTogether(async (strapi, asked: readonly (readonly Key[])[]) => {
    const keys = [...new Set(asked.flat())];
    const found = keys.length === 0 ? new Map<Key, Value>() : await findAll(strapi, keys);
    return (wanted: readonly Key[]): Map<Key, Value> => {
      const own = new Map<Key, Value>();
      for (const key of wanted) {
        const value = found.get(key);
        if (value !== undefined) own.set(key, value);
      }
      return own;
    };
  });

/**
 * Looks at several things together.
 * @param giveWay awaited before each statement: others may have to be quicker.
 * @returns what each look came to; null where there is something to change, or something is wrong.
 * @throws Stopped when the site is stopping.
 */
export async function lookAtEach<Item, Result>(
  items: readonly Item[],
  look: (item: Item) => Promise<Result>,
  giveWay: () => Promise<void>,
): Promise<(Result | null)[]> {
  const asks: Ask[] = [];
  let wake = (): void => undefined;
  let isDone = false;
  const add = (ask: Ask): void => {
    asks.push(ask);
    wake();
  };
  const questions: Questions = { add };
  const found = Promise.all(items.map((item) => lookOnce(questions, () => look(item)))).finally(
    () => {
      isDone = true;
      wake();
    },
  );
  // One that stops ends them all, while others wait for their answers.
  found.catch(() => undefined);
  for (;;) {
    // Whoever is on the way to a question gets there.
    await othersTurn();
    if (isDone) return found;
    if (asks.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    for (const ask of asks.splice(0)) {
      await giveWay();
      for (const answer of await ask()) {
        // Each goes as far as it gets; then the process has a look at its sockets.
        answer();
        await othersTurn();
      }
    }
  }
}

async function lookOnce<Result>(
  questions: Questions,
  look: () => Promise<Result>,
): Promise<Result | null> {
  const own: Look = { questions, differs: false };
  try {
    const result = await looks.run(own, look);
    return own.differs ? null : result;
  } catch (error) {
    if (error instanceof Stopped) throw error;
    // What is wrong shows, and is dealt with, where it is done.
    return null;
  }
}
