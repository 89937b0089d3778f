import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Requires what a package of Strapi's requires, in the copy that it has of it.
 * @param name of the package, which is looked for where Strapi itself looks for it.
 * @throws if there is no such package.
 */
export const requireOf = (name: `@strapi/${string}`): NodeJS.Require =>
  createRequire(
    require.resolve(`${name}/package.json`, {
      paths: [dirname(require.resolve('@strapi/strapi/package.json')), process.cwd()],
    }),
  );
