import type { Core } from '@strapi/strapi';
import { keepSecrets } from '../src/secrets';

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Server => {
  keepSecrets();
  return {
    host: env('HOST', '0.0.0.0'),
    port: env.int('PORT', 1337),
    url: env('PUBLIC_URL', ''),
    app: { keys: env.array('APP_KEYS', []) },
    dirs: { public: env('PUBLIC_DIR', './public') },
    // Strapi is pinned here: a newer release is the lock file's business, not the boot log's.
    logger: { updates: { enabled: false } },
  };
};
