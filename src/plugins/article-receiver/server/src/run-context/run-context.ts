import { Stopped } from '../faults/outcomes';
import { alongside } from './alongside';

/** What goes along with one run of a projection, wherever it leads. */
export interface RunContext {
  /** Aborted when the site stops and cannot wait any longer. */
  signal: AbortSignal;
  /** Work that goes on after the run's commits; none of these promises rejects. */
  afterCommit: Set<Promise<void>>;
}

const contexts = alongside<RunContext>();

export const withinRun = <Result>(
  context: RunContext,
  run: () => Promise<Result>,
): Promise<Result> => contexts.run(context, run);

/** The run that the caller is part of; undefined when it is part of none. */
export const currentRun = (): RunContext | undefined => contexts.get();

/**
 * Between two steps of a projection: what was done so far is complete and stays, what comes next
 * is done by a later run.
 * @throws Stopped when the site is stopping.
 */
export function checkpoint(): void {
  if (currentRun()?.signal.aborted) throw new Stopped('the site is stopping');
}
