import { flushed } from './output';
import { runProgram } from './program';

/** The `article-receiver` command. Ends the process: a loaded site leaves timers behind. */
export async function run(argv: readonly string[]): Promise<void> {
  // Whoever reads our output may have read enough (`… | head`); that is no error.
  process.stdout.on('error', () => process.exit(0));
  const exitCode = await runProgram(argv);
  await flushed();
  process.exit(exitCode);
}
