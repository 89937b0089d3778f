import type { Operations } from '../../../shared/deliveries/operations';
import { showProgress } from '../progress';

/** Works off what is pending in this process, with a bar that shows how far it is. */
export async function drainHere(operations: Operations): Promise<void> {
  const total = await operations.count({ states: ['pending'] });
  const progress = showProgress('Projecting', total);
  try {
    for await (const { pending } of operations.drain()) {
      progress.update(Math.max(0, total - pending));
    }
  } finally {
    progress.end();
  }
}
