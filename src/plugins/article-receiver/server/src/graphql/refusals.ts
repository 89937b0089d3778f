import type { Core } from '@strapi/types';
import type { Context } from './middleware';

/** Has Strapi refuse what it cannot do, in its own words. */
export const refuseRelated = (strapi: Core.Strapi, { state }: Context): Promise<unknown> =>
  strapi.contentAPI.validate.query({ sort: 'related' }, strapi.getModel('plugin::upload.file'), {
    auth: state?.auth,
  });

/**
 * An error by which GraphQL knows that it is the asker's fault: one of Strapi's own class, which no
 * package gives to plugins, so one of its own refusals is made to say it.
 */
export async function faultOfAsker(
  strapi: Core.Strapi,
  context: Context,
  message: string,
): Promise<Error> {
  const refused = (error: Error) => error;
  const error = await refuseRelated(strapi, context).then(() => new Error(message), refused);
  return Object.assign(error, { message, details: {} });
}
