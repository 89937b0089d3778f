import { createRequire } from 'node:module';
import vm, { type CompileFunctionOptions } from 'node:vm';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Where the tests with a site run: in Node's own context, with Strapi loaded by Node itself
 * (`node-require.ts`). In Jest's, each file takes Strapi's thousands of modules through Jest's module
 * registry, which takes longer than Strapi's boot. The files stay apart all the same: one that
 * booted a site has a process of its own (`workerIdleMemoryLimit` in `jest.config.mjs`), and each
 * leaves variables and listeners of the process as they were.
 */
export default class SiteEnvironment extends TestEnvironment {
  private readonly sandbox = this.global;
  private readonly variables = { ...process.env };
  private readonly removeAllListeners = process.removeAllListeners;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    super(config, context);
    // The clock of the site is the one that tests set.
    this.fakeTimersModern = new ModernFakeTimers({
      config: config.projectConfig,
      global: globalThis,
    });
  }

  override async setup(): Promise<void> {
    await super.setup();
    this.global = Object.assign(globalThis as unknown as typeof this.global, {
      nodeRequire: createRequire(__filename),
    });
    keepListeners();
  }

  override async teardown(): Promise<void> {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.variables);
    process.removeAllListeners = this.removeAllListeners;
    this.global = this.sandbox;
    await super.teardown();
  }

  override getVmContext(): vm.Context {
    return globalThis;
  }
}

/** Strapi removes every listener of the process when it ends; by those of now Jest talks to it. */
function keepListeners(): void {
  const { removeAllListeners } = process;
  const kept = process
    .eventNames()
    .flatMap((name) =>
      process
        .rawListeners(name as 'exit')
        .map((listener) => [name, listener as () => void] as const),
    );
  process.removeAllListeners = (...names: [name?: string | symbol]) => {
    removeAllListeners.apply(process, names);
    for (const [name, listener] of kept) {
      if (!process.rawListeners(name as 'exit').includes(listener)) process.on(name, listener);
    }
    return process;
  };
}

const { compileFunction } = vm;

/** Node has no handle of its main context: that is where it compiles when none is named. */
vm.compileFunction = (code, parameters, options: CompileFunctionOptions = {}) => {
  const { parsingContext, ...others } = options;
  return compileFunction(code, parameters, parsingContext === globalThis ? others : options);
};
