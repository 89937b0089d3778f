import { randomBytes } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The environment as this file needs it: names to values, changed in place. */
type Environment = Record<string, string | undefined>;

/** Every secret Strapi signs or encrypts with, and how many keys each one holds. */
const SECRETS: Readonly<Record<string, number>> = {
  APP_KEYS: 4,
  API_TOKEN_SALT: 1,
  ADMIN_JWT_SECRET: 1,
  TRANSFER_TOKEN_SALT: 1,
  ENCRYPTION_KEY: 1,
  JWT_SECRET: 1,
};

/** The same file that Strapi reads its environment from. */
function environmentFile(env: Environment): string {
  return resolve(env.ENV_PATH ?? '.env');
}

function missingSecrets(env: Environment): string[] {
  return Object.keys(SECRETS).filter((name) => !env[name]);
}

function makeSecret(keys: number): string {
  return Array.from({ length: keys }, () => randomBytes(32).toString('base64')).join(',');
}

/**
 * Lets a fresh clone start with no set-up: outside production, secrets that are missing are made
 * once and kept in `.env`, so that sessions survive a restart.
 *
 * In production nothing is made up: two instances would each invent their own. Nothing is refused
 * here either, because building the admin panel needs no secrets; `requireSecrets` does that.
 */
export function keepSecrets(env: Environment = process.env): void {
  const missing = missingSecrets(env);
  if (env.NODE_ENV === 'production' || missing.length === 0) return;

  const made = missing.map((name) => [name, makeSecret(SECRETS[name] ?? 1)] as const);
  const lines = made.map(([name, value]) => `${name}=${value}\n`).join('');
  const file = environmentFile(env);
  const unfinished = existsSync(file) && /[^\n]$/.test(readFileSync(file, 'utf8'));

  appendFileSync(file, (unfinished ? '\n' : '') + lines, { mode: 0o600 });
  chmodSync(file, 0o600);
  for (const [name, value] of made) env[name] = value;
}

/** Stops a site that would run without its secrets, and says which ones to set. */
export function requireSecrets(env: Environment = process.env): void {
  const missing = missingSecrets(env);
  if (missing.length === 0) return;
  throw new Error(
    `This site cannot start: ${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} not set. ` +
      'In production every secret comes from the environment; see .env.example.',
  );
}
