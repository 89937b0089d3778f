import type { Core } from '@strapi/types';

/** Somebody who can sign in to the admin. */
export interface Administrator {
  id: number;
  name: string;
  email: string;
}

/** Everybody who can sign in to the admin; of those with the given ids, if any are given. */
export async function administrators(
  strapi: Core.Strapi,
  ids?: readonly number[],
): Promise<Administrator[]> {
  const rows = (await strapi.db.query('admin::user').findMany({
    select: ['id', 'firstname', 'lastname', 'email'],
    where: { isActive: true, blocked: { $ne: true }, ...(ids ? { id: { $in: ids } } : {}) },
    orderBy: { id: 'asc' },
  })) as { id: number; firstname: string | null; lastname: string | null; email: string }[];
  return rows.map(({ id, firstname, lastname, email }) => ({
    id,
    name: [firstname, lastname].filter(Boolean).join(' ') || email,
    email,
  }));
}
