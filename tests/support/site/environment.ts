import { join } from 'node:path';

/**
 * Runs before anything is imported, because Strapi reads `.env` as soon as it is loaded: a
 * developer's own settings must not decide how the tests come out. The secrets are fixed, so that
 * a test never writes a `.env` and a restarted site knows its sessions.
 */
Object.assign(process.env, {
  ENV_PATH: join(__dirname, 'none.env'),
  NODE_ENV: 'test',
  STRAPI_TELEMETRY_DISABLED: 'true',
  HOST: '127.0.0.1',
  PUBLIC_URL: '',
  APP_KEYS: 'test-app-key-one,test-app-key-two',
  API_TOKEN_SALT: 'test-api-token-salt',
  ADMIN_JWT_SECRET: 'test-admin-jwt-secret',
  TRANSFER_TOKEN_SALT: 'test-transfer-token-salt',
  ENCRYPTION_KEY: 'test-encryption-key-of-32-bytes!',
  JWT_SECRET: 'test-jwt-secret',
  ARTICLE_RECEIVER_RUNNER: 'embedded',
});
