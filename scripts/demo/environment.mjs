import { randomBytes } from 'node:crypto';
import { join } from 'node:path';

const secret = () => randomBytes(24).toString('base64url');

/**
 * Everything the demo's site reads from its environment. The demo must come out the same on every
 * machine, so whatever a developer's own `.env` says is left out: ENV_PATH points to no file.
 * @param {{ folder: string, host: string, port: number, token: string }} demo
 * @returns {NodeJS.ProcessEnv}
 */
export function demoEnvironment({ folder, host, port, token }) {
  return {
    ...process.env,
    ENV_PATH: join(folder, 'none.env'),
    // In production mode the admin's session cookie would need HTTPS.
    NODE_ENV: 'development',
    HOST: host,
    PORT: String(port),
    PUBLIC_URL: '',
    PUBLIC_DIR: join(folder, 'public'),
    DATABASE_CLIENT: 'sqlite',
    DATABASE_FILENAME: join(folder, 'data.db'),
    STRAPI_TELEMETRY_DISABLED: 'true',
    ARTICLE_RECEIVER_TOKEN: token,
    ARTICLE_RECEIVER_RUNNER: 'embedded',
    APP_KEYS: `${secret()},${secret()}`,
    API_TOKEN_SALT: secret(),
    ADMIN_JWT_SECRET: secret(),
    TRANSFER_TOKEN_SALT: secret(),
    ENCRYPTION_KEY: secret(),
    JWT_SECRET: secret(),
  };
}
