import { EXIT } from './exit';
import { flushed, note } from './output';
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

/** Ends a command whose result arrives nowhere. */
function unread({ code, message }: NodeJS.ErrnoException): void {
  // Whoever reads our output may have read enough (`… | head`); that is no error.
  if (code === 'EPIPE') return process.exit(EXIT.ok);
  note(`error: the result could not be written: ${message}`);
  process.exit(EXIT.findings);
}
