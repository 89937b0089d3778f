import type { Site } from '../site/site';

/** Lets the public read the four types, as a site does in its roles. */
export async function openToThePublic({ strapi }: Site): Promise<void> {
  const role = (await strapi.db
    .query('plugin::users-permissions.role')
    .findOne({ where: { type: 'public' } })) as { id: number };
  for (const type of ['article', 'campaign', 'media-asset', 'tag']) {
    for (const action of ['find', 'findOne']) {
      await strapi.db.query('plugin::users-permissions.permission').create({
        data: { action: `plugin::article-receiver.${type}.${action}`, role: role.id },
      });
    }
  }
}
