import type { Core } from '@strapi/strapi';
import { keepSecrets } from '../src/secrets';

export default ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => {
  keepSecrets();
  return {
    'article-receiver': {
      enabled: true,
      resolve: './src/plugins/article-receiver',
      // The plugin reads ARTICLE_RECEIVER_TOKEN and ARTICLE_RECEIVER_RUNNER by itself.
      config: {},
    },
    'users-permissions': {
      config: { jwtSecret: env('JWT_SECRET') },
    },
  };
};
