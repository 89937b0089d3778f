import type { Core } from '@strapi/types';

/** A change of something inside Strapi that it offers no way to change. */
export interface Adaptation {
  /** What is changed, as the log names it. */
  what: string;
  /** What the site does when it cannot be changed. */
  without: string;
  /** Whether what is to be changed is there, in the form in which it is known. */
  isKnown: boolean;
  apply(): void;
}

/**
 * Changes something inside Strapi where it is still as it is known. A release that renamed it must
 * not keep a site from starting: then the site goes on without the change, and its log says what
 * that means.
 */
export function adapt(strapi: Core.Strapi, { what, without, isKnown, apply }: Adaptation): void {
  if (isKnown) return apply();
  const version = strapi.config.get<string>('info.strapi', 'this version');
  strapi.log.warn(
    `article-receiver: ${what} is not as expected in Strapi ${version}, so it was left alone: ${without}`,
  );
}

export const isFunction = (value: unknown): boolean => typeof value === 'function';
