import type { Core } from '@strapi/types';
import { requireOf } from '../strapi/packages';
import { adapt, changeOnce, isFunction } from './adapt';

/** The only version that has the fault among those that Strapi 5.17 to 5.54 bring. */
const WITH_THE_FAULT = '0.32.9';

/** Tells how a check came out: an error, a refusal or not. */
type Tell = (error: unknown, value?: unknown) => void;

interface Check {
  /** What decides, a promise of it where it has to ask the database. */
  test(...values: unknown[]): unknown;
}

type RunCheck = (given: { sync?: boolean }, tell: Tell) => void;

type MakeCheck = (check: Check) => RunCheck & { OPTIONS: Check };

/**
 * Lets a check of a field that could not be made fail whoever asked for it. Strapi asks the database whether a value
 * is unique, and in the version of yup that it brings nobody catches what that throws: a connection that breaks off
 * there, or a character that the database cannot compare, ended the process, with whatever it was taking in; and who
 * waited for the check would wait for ever.
 *
 * Mended in yup 0.32.10: https://github.com/jquense/yup/issues/1326. A crash of this kind in Strapi:
 * https://github.com/strapi/strapi/issues/23690 (open).
 */
export function surviveFailedChecks(strapi: Core.Strapi): void {
  const checks = checksWithTheFault();
  if (!checks) return;
  adapt(strapi, {
    what: "yup's way to make a check (createValidation)",
    without: 'a check for a unique value that the database cannot answer ends the process',
    isKnown: isFunction(checks.default),
    apply: () => changeOnce(checks, 'default', tellingOfFailures),
  });
}

/** Null where Strapi has another version, or does without yup. */
function checksWithTheFault(): { default: MakeCheck } | null {
  try {
    const load = requireOf('@strapi/utils');
    const { version } = load('yup/package.json') as { version: string };
    if (version !== WITH_THE_FAULT) return null;
    return load('yup/lib/util/createValidation') as { default: MakeCheck };
  } catch {
    return null;
  }
}

const tellingOfFailures =
  (make: MakeCheck): MakeCheck =>
  (check) => {
    // Who waits for no promise gets one refused.
    const runAtOnce = make(check);
    const run: RunCheck = (given, tell) =>
      given.sync
        ? runAtOnce(given, tell)
        : make({ ...check, test: telling(check.test, tell) })(given, tell);
    return Object.assign(run, { OPTIONS: check });
  };

const telling = (test: Check['test'], tell: Tell): Check['test'] =>
  async function (this: unknown, ...values) {
    try {
      return await test.apply(this, values);
    } catch (error) {
      tell(error);
      // Of a check that was told about, nothing more is to be heard.
      return new Promise<never>(() => undefined);
    }
  };
