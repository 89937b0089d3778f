import type { Core } from '@strapi/types';

/** Something inside Strapi that is no part of its documented interface. */
export interface Inside {
  /** What it is, as the log names it. */
  what: string;
  /** What the site does without it. */
  without: string;
  /** Whether it is there, in the form in which it is known. */
  isKnown: boolean;
}

/** A change of something inside Strapi that it offers no way to change. */
export interface Adaptation extends Inside {
  apply(): void;
}

/**
 * Whether something inside Strapi is still as it is known. A release that renamed it must not keep
 * a site from starting: then the site goes on without it, and its log says what that means.
 */
export function isAsKnown(strapi: Core.Strapi, { what, without, isKnown }: Inside): boolean {
  if (isKnown) return true;
  const version = strapi.config.get<string>('info.strapi', 'this version');
  strapi.log.warn(
    `article-receiver: ${what} is not as expected in Strapi ${version}, so it was left alone: ${without}`,
  );
  return false;
}

/** Changes something inside Strapi where it is still as it is known. */
export function adapt(strapi: Core.Strapi, { apply, ...inside }: Adaptation): void {
  if (isAsKnown(strapi, inside)) apply();
}

/** What took the place of a function of Strapi's. */
const changed = new WeakSet<object>();

/**
 * Changes a function that is not a site's but of all that a process starts one after another: once. A
 * change of the change would keep each site that is gone.
 * @param change of the function, with nothing in it of the site.
 */
export function changeOnce<Name extends string, Change extends (...values: never[]) => unknown>(
  owner: Record<Name, Change>,
  name: Name,
  change: (original: Change) => Change,
): void {
  const original = owner[name];
  if (changed.has(original)) return;
  const own = change(original.bind(owner) as Change);
  changed.add(own);
  owner[name] = own;
}

export const isFunction = (value: unknown): boolean => typeof value === 'function';
