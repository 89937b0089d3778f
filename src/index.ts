import { requireSecrets } from './secrets';

export default {
  /** Runs before Strapi looks at any secret, so that a missing one is named in plain words. */
  register(): void {
    requireSecrets();
  },
};
