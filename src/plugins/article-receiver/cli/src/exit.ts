import { messageOf as wordsOf } from '../../shared/records';

/** What the command's end tells a script. */
export const EXIT = {
  /** Done, and nothing is wrong. */
  ok: 0,
  /** Done, and there is something to look at: a failed delivery, a damaged body. */
  findings: 1,
  /** The command line is wrong; nothing was done. */
  usage: 2,
  /** The site cannot be loaded or reached, or its database fails on the way. */
  site: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Ends the command with a message for the person in front of it, without a stack. */
export class CommandError extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
  ) {
    super(message);
  }
}

export const usageError = (message: string): CommandError => new CommandError(EXIT.usage, message);

export const messageOf = (error: unknown): string =>
  error instanceof Error ? wordsOf(error) : String(error);
