import { EXIT } from './exit';
import { flushed, giveUpPrinting, isGivenUp, note } from './output';
import { runProgram } from './program';

/** The `article-receiver` command. Ends the process: a loaded site leaves timers behind. */
export async function run(argv: readonly string[]): Promise<void> {
  process.stdout.on('error', unread);
  // Notes and progress that nobody gets are no reason to leave work half done.
  process.stderr.on('error', () => undefined);
  const exitCode = await runProgram(argv);
  await flushed();
  process.exit(process.exitCode ?? exitCode);
}

/** The result of a command arrives nowhere. Its work is done all the same, or it would be left half done. */
function unread({ code, message }: NodeJS.ErrnoException): void {
  if (isGivenUp()) return;
  giveUpPrinting();
  // Whoever reads our output may have read enough (`… | head`); that is no error.
  if (code === 'EPIPE') return;
  note(`error: the result could not be written: ${message}`);
  process.exitCode = EXIT.findings;
}
