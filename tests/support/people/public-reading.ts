import type { Site } from '../site/site';

/** Lets the public do something more, as a site does in its roles. @param actions such as `api::page.page.find`. */
export async function allowThePublic({ strapi }: Site, actions: readonly string[]): Promise<void> {
  const role = (await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } })) as { id: number };
  for (const action of actions) {
    await strapi.db
      .query('plugin::users-permissions.permission')
      .create({ data: { action, role: role.id } });
  }
}

/** Lets the public read the four types. */
export const openToThePublic = (site: Site): Promise<void> =>
  allowThePublic(
    site,
    ['article', 'campaign', 'media-asset', 'tag'].flatMap((type) =>
      ['find', 'findOne'].map((action) => `plugin::article-receiver.${type}.${action}`),
    ),
  );
