import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import vm, { type CompileFunctionOptions } from 'node:vm';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import { TestEnvironment } from 'jest-environment-node';
import './cheap-passwords';

/**
 * Where the tests with a site run: in Node's own context, with Strapi loaded by Node itself
 * (`node-require.ts`). In Jest's, each file takes Strapi's thousands of modules through Jest's module
 * registry, which takes longer than Strapi's boot. The files that a process runs one after another
 * stay apart all the same: each has sites of its own, and leaves variables and listeners of the
 * process as they were.
 */
export default class SiteEnvironment extends TestEnvironment {
  private readonly sandbox = this.global;
  private readonly variables = { ...process.env };
  private readonly removeAllListeners = process.removeAllListeners;
  private readonly listeners = listenersNow();

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
    keep(this.listeners);
  }

  override async teardown(): Promise<void> {
    for (const name of Object.keys(process.env)) delete process.env[name];
    Object.assign(process.env, this.variables);
    process.removeAllListeners = this.removeAllListeners;
    restore(this.listeners);
    leaveStorages();
    this.global = this.sandbox;
    await super.teardown();
  }

  override getVmContext(): vm.Context {
    return globalThis;
  }
}

type Listener = () => void;

/** Of each event of the process, who listens. */
type Listeners = ReadonlyMap<string | symbol, ReadonlySet<Listener>>;

const listenersTo = (name: string | symbol) => process.rawListeners(name as 'exit') as Listener[];

const listenersNow = (): Listeners =>
  new Map(process.eventNames().map((name) => [name, new Set(listenersTo(name))]));

function addMissing(listeners: Listeners): void {
  for (const [name, wanted] of listeners) {
    const present = listenersTo(name);
    for (const listener of wanted) if (!present.includes(listener)) process.on(name, listener);
  }
}

/** Strapi removes every listener of the process when it ends; by those of now Jest talks to it. */
function keep(listeners: Listeners): void {
  const { removeAllListeners } = process;
  process.removeAllListeners = (...names: [name?: string | symbol]) => {
    removeAllListeners.apply(process, names);
    addMissing(listeners);
    return process;
  };
}

/** Nobody listens on behalf of a site that is gone. Jest itself may have added what was kept, too. */
function restore(listeners: Listeners): void {
  for (const name of process.eventNames()) process.removeAllListeners(name);
  addMissing(listeners);
}

const { run } = AsyncLocalStorage.prototype;
const storages = new Set<AsyncLocalStorage<unknown>>();

AsyncLocalStorage.prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: never) {
  storages.add(this);
  return run.apply(this, given);
} as typeof run;

/**
 * Before Node 24, each storage that was ever used costs time with every promise of the process, until it
 * is disabled (v20.20.2: lib/async_hooks.js, `_propagate`). Each file brings new ones with its modules, and the
 * sites of the files after it became slower and slower. Who uses one again enables it.
 */
function leaveStorages(): void {
  for (const storage of storages) storage.disable();
  storages.clear();
}

const { compileFunction } = vm;

/** Node has no handle of its main context: that is where it compiles when none is named. */
vm.compileFunction = (code, parameters, options: CompileFunctionOptions = {}) => {
  const { parsingContext, ...others } = options;
  return compileFunction(code, parameters, parsingContext === globalThis ? others : options);
};
