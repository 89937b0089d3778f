import type { Command } from 'commander';
import type { ExitCode } from '../exit';

/** Adds a command to the program; what the command comes to goes to `end`. */
export type AddCommand = (program: Command, end: (code: ExitCode) => void) => void;

/** What every command that loads the site understands. */
export interface SiteOptions {
  json?: boolean;
  verbose?: boolean;
}

/** Adds those options to a command. */
export const siteOptions = (command: Command): Command =>
  command
    .option('--json', 'print the result as JSON')
    .option('--verbose', 'show what the site logs while it is loaded, on standard error');
