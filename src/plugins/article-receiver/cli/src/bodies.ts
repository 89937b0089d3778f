import { constants } from 'node:fs';
import { access, readFile, stat } from 'node:fs/promises';
import { CommandError, EXIT, messageOf, usageError } from './exit';

/** Gives a file's body. */
export type ReadBody = (file: string) => Promise<Buffer>;

/**
 * Makes sure that files can be read, before anything is done with the first. Each is read when its turn comes: a folder
 * of deliveries may be larger than memory, and has more files than may be open at once.
 * @throws CommandError that names the file that cannot be read.
 */
export async function bodiesOf(files: readonly string[]): Promise<ReadBody> {
  // What is no file, like a pipe, says what it has once.
  const held = new Map<string, Buffer>();
  for (const file of new Set(files)) {
    try {
      if ((await stat(file)).isFile()) await access(file, constants.R_OK);
      else held.set(file, await readFile(file));
    } catch (error) {
      throw usageError(unread(file, error));
    }
  }
  return async (file) =>
    held.get(file) ??
    (await readFile(file).catch((error: unknown) => {
      throw new CommandError(EXIT.findings, unread(file, error));
    }));
}

const unread = (file: string, error: unknown): string =>
  `${file} cannot be read: ${messageOf(error)}`;
