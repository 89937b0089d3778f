import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { activityOf } from './activity';

interface Context {
  path: string;
}

/** Where administrators use what is the receiver's. */
const OWN = `/${PLUGIN_ID}/`;

/** Has an instance at which an administrator is at work notice what others changed. */
export const noteAdministrators =
  (strapi: Core.Strapi) =>
  ({ path }: Context, next: () => Promise<void>): Promise<void> => {
    if (path.startsWith(OWN)) activityOf(strapi).note();
    return next();
  };
