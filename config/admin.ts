import type { Core } from '@strapi/strapi';
import { keepSecrets } from '../src/secrets';

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Admin => {
  keepSecrets();
  return {
    auth: { secret: env('ADMIN_JWT_SECRET', '') },
    apiToken: { salt: env('API_TOKEN_SALT', '') },
    transfer: { token: { salt: env('TRANSFER_TOKEN_SALT', '') } },
    secrets: { encryptionKey: env('ENCRYPTION_KEY') },
    flags: { nps: false, promoteEE: false },
    autoOpen: false,
    // `strapi develop` restarts when a file changes; these are never part of the running site.
    watchIgnoreFiles: ['**/tests/**', '**/scripts/**', '**/examples/**', '**/coverage/**'],
  };
};
