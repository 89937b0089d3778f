import type { Core } from '@strapi/strapi';

type Handler = (context: unknown) => unknown;

interface Hook {
  getHandlers(): Handler[];
  register(handler: Handler): Hook;
  delete(handler: Handler): Hook;
}

/** Services of Strapi's that are modules, and keep their hooks from one site of the process to the next. */
const KEEPERS: readonly [service: string, ...path: string[]][] = [
  ['admin::permission', 'engine', 'hooks'],
  ['admin::permission', 'actionProvider', 'hooks'],
  ['admin::role', 'hooks'],
];

/**
 * Leaves of each hook's handlers one of a kind. Strapi's i18n registers its own with every site, and nobody
 * takes them away (5.54.0: @strapi/i18n, server/services/permissions): the tenth site asked ten times
 * for each permission at each request of an administrator.
 */
export function forgetLeftHooks(strapi: Core.Strapi): void {
  for (const [service, ...path] of KEEPERS) {
    const kept = path.reduce<unknown>(
      (value, key) => Reflect.get(value as object, key),
      strapi.service(service as 'admin::role'),
    );
    for (const hook of Object.values(kept as Record<string, Hook>)) {
      for (const handler of new Set(hook.getHandlers())) hook.delete(handler).register(handler);
    }
  }
}
