import type { Core } from '@strapi/types';

/** What shells say of a command that a signal ended: 128 and the number of the signal. */
const EXIT_CODES = { SIGINT: 130, SIGTERM: 143 } as const;

/**
 * Sees to it that a signal ends the command as one that did not do its work. Left to itself, Strapi (5.54.0) says 0
 * then, or ends with a stack trace where it is not loaded yet.
 */
export function endWhenInterrupted(strapi: Core.Strapi): void {
  let isEnding = false;
  for (const [signal, exitCode] of Object.entries(EXIT_CODES)) {
    process.removeAllListeners(signal);
    process.on(signal, () => {
      // It may come twice: from the terminal, and from what started the command, like npx.
      if (isEnding) return;
      isEnding = true;
      // Counts as well where the work ends first, with a database that was taken away from it.
      process.exitCode = exitCode;
      const letGo = strapi.isLoaded ? strapi.destroy() : Promise.resolve();
      void letGo.catch(() => undefined).finally(() => process.exit());
    });
  }
}
