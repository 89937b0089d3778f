import { factories } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';

/** Read access as Strapi's own types give it: list and single entry, behind its permissions. */
const readRoutes = (uid: string, { strapi }: { strapi: Core.Strapi }) => {
  const router = factories.createCoreRouter(uid as never, { only: ['find', 'findOne'] });
  const { routes } = router as unknown as { routes: unknown };
  return (typeof routes === 'function' ? routes({ strapi }) : routes) as object[];
};

/** The webhook has no Strapi account: its token, in the address, is checked by its controller. */
const webhook = (method: 'POST' | 'ALL', path: string, handler: string) => ({
  method,
  path,
  handler: `webhook.${handler}`,
  config: { auth: false },
});

/** Who may read an article may read the files that came with it. */
const file = (path: string, handler: string) => ({
  method: 'GET',
  path: `/articles/:slug/${path}`,
  handler: `article.${handler}`,
  config: { auth: { scope: [`${UIDS.article}.findOne`] } },
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  type: 'content-api' as const,
  routes: [
    webhook('POST', '/webhook/:token', 'receive'),
    webhook('POST', '/webhook', 'receive'),
    webhook('ALL', '/webhook/:token', 'methodNotAllowed'),
    webhook('ALL', '/webhook', 'methodNotAllowed'),
    file('llms.txt', 'llmsTxt'),
    file('json-ld', 'jsonLd'),
    ...Object.values(UIDS).flatMap((uid) => readRoutes(uid, { strapi })),
  ],
});
