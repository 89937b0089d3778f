import { fileURLToPath } from 'node:url';

/** The repository's root, wherever a script was started from. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));
