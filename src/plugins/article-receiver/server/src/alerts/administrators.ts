import type { Core } from '@strapi/types';
import { always, id, reader, text } from '../database/columns';
import { queryOf } from '../database/query';

const ROW = { id, firstname: text, lastname: text, email: always(text) };

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
  const found = await queryOf(strapi, 'admin::user').findMany({
    select: ['id', 'firstname', 'lastname', 'email'],
    where: { isActive: true, blocked: { $ne: true }, ...(ids ? { id: { $in: ids } } : {}) },
    orderBy: { id: 'asc' },
  });
  return found.map(reader(ROW)).map(({ firstname, lastname, email, ...row }) => ({
    ...row,
    name: [firstname, lastname].filter(Boolean).join(' ') || email,
    email,
  }));
}
