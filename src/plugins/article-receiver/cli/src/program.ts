import { Command, CommanderError } from 'commander';
import { check } from './commands/check';
import { exportLog } from './commands/export';
import { importLog } from './commands/import';
import { log } from './commands/log';
import { map } from './commands/map';
import { rebuild } from './commands/rebuild';
import { redrive } from './commands/redrive';
import { send } from './commands/send';
import { status } from './commands/status';
import { token } from './commands/token';
import { uninstall } from './commands/uninstall';
import { verify } from './commands/verify';
import { CommandError, EXIT, messageOf, type ExitCode } from './exit';
import { note } from './output';

const EXIT_CODES = `
Exit codes:
  0  done, and nothing is wrong
  1  done, and there is something to look at (a failed delivery, a damaged body)
  2  the command line is wrong; nothing was done
  3  the site cannot be loaded or reached, or its database fails on the way
  130, 143  interrupted, by Ctrl-C or SIGTERM

Run it in the folder of the site, with the site's environment. The site may be running or not.`;

/**
 * Runs the command that the arguments name.
 * @param argv as Node has it: two entries of its own, then the arguments.
 */
export async function runProgram(argv: readonly string[]): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = new Command('article-receiver')
    .description('Looks after the article receiver of a Strapi site.')
    .addHelpText('after', EXIT_CODES)
    .showHelpAfterError('(add --help for more)')
    .exitOverride();
  const end = (code: ExitCode) => {
    exitCode = code;
  };
  for (const add of [
    check,
    send,
    status,
    log,
    redrive,
    rebuild,
    verify,
    token,
    map,
    exportLog,
    importLog,
    uninstall,
  ]) {
    add(program, end);
  }
  inherit(program);

  try {
    await program.parseAsync(argv);
    return exitCode;
  } catch (error) {
    // Commander has printed its own complaint; help and version are no fault.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    // What Strapi says of a faulty site has several lines.
    for (const line of `error: ${messageOf(error)}`.split(/\r?\n/)) note(line);
    return error instanceof CommandError ? error.exitCode : EXIT.site;
  }
}

/** Commands that were added as objects do not take over their parent's settings by themselves. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent);
    inherit(command);
  }
}
