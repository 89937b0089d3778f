import { createRequire } from 'node:module';

/** The major version that the plugin is tested with; the manifest's optional peer says it too. */
const COMMAND = 'npm install bullmq@5';

/**
 * Sees to it that BullMQ is there. Only sites that share the work among processes need it, so the plugin does not bring
 * it along.
 * @throws Error with the command that installs it.
 */
export function requireBullmq(): void {
  try {
    createRequire(import.meta.url).resolve('bullmq');
  } catch {
    throw new Error(
      `article-receiver: runner is "bullmq", but the package bullmq is not installed; run: ${COMMAND}`,
    );
  }
}
