import type { Core } from '@strapi/types';

interface Auth {
  verify(auth: unknown, config: { scope: string[] }): Promise<void>;
}

/**
 * Asks Strapi whether somebody may do something, as it does before each of its own routes.
 * @param auth what Strapi found out about the request.
 * @throws UnauthorizedError or ForbiddenError, which Strapi answers with 401 or 403.
 */
export async function verifyScope(
  strapi: Core.Strapi,
  auth: unknown,
  scope: string[],
): Promise<void> {
  const service = strapi.get<Auth>('auth');
  await service.verify(auth, { scope });
}
