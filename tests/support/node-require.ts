/** Loads a module as Node does, not through Jest's module registry; see `site-environment.ts`. */
export const nodeRequire = Reflect.get(globalThis, 'nodeRequire') as NodeJS.Require;
