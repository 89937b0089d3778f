import type { Operations } from '../../../shared/deliveries/operations';
import { showProgress } from '../progress';

/** Works off what is pending in this process, with a bar that shows how far it is. */
export async function drainHere(operations: Operations): Promise<void> {
  const total = await operations.count({ states: ['pending'] });
  const progress = showProgress('Projecting', total);
  try {
    for await (const { pending } of operations.drain()) {
      progress.update(Math.max(0, total - pending));
      // A rebuild that is under way besides was asked for by somebody else, and may take hours.
      if (pending === 0) break;
    }
  } finally {
    progress.end();
  }
}

/** Works in this process until none of these deliveries is pending: what else waits was not asked for. */
export async function drainThese(operations: Operations, ids: readonly string[]): Promise<void> {
  const left = [...ids];
  const isPending = async (id: string) => (await operations.delivery(id))?.state === 'pending';
  const progress = showProgress('Projecting', ids.length);
  try {
    for await (const { pending } of operations.drain()) {
      while (left[0] !== undefined && (pending === 0 || !(await isPending(left[0])))) left.shift();
      progress.update(ids.length - left.length);
      if (left.length === 0) break;
    }
  } finally {
    progress.end();
  }
}
