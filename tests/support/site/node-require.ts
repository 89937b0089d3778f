import { join } from 'node:path';

/** Loads a module as Node does, not through Jest's module registry; see `site-environment.ts`. */
export const nodeRequire = Reflect.get(globalThis, 'nodeRequire') as NodeJS.Require;

/** Has a package loaded anew when it is next asked for, without what its modules remember. */
export function forget(name: string): void {
  const part = join('node_modules', name, '/');
  for (const file of Object.keys(nodeRequire.cache)) {
    if (file.includes(part)) Reflect.deleteProperty(nodeRequire.cache, file);
  }
}
