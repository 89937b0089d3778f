import type { Core } from '@strapi/types';

interface Releases {
  /** Publishes what is in a release, in one transaction: with a click, or at the time that it was planned for. */
  publish(id: unknown): Promise<unknown>;
}

/** The service that publishes releases, which are paid for; undefined where the site has none. */
export const releasesOf = (strapi: Core.Strapi): Releases | undefined =>
  strapi.plugins['content-releases']?.service('release');
