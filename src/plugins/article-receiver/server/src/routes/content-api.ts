import { factories } from '@strapi/strapi';
import type { Core } from '@strapi/types';
import type { Middleware } from 'koa';
import { ownTypeOf } from '../config/site-options';
import { UIDS } from '../content-types/uids';
import {
  jsonLdFile,
  localeInQuery,
  paginationInQuery,
  plainTextAnswer,
  redirectList,
  slugInPath,
  tokenInPath,
  webhookAnswer,
} from '../controllers/content-api/answers';
import { filtered } from '../controllers/content-api/filtered';
import { queryFault } from '../controllers/content-api/query-fault';
import { redirectsQuery } from '../controllers/content-api/redirects-query';
import { wireSchema } from '../read-delivery/wire';
import { refuseNul } from './refuse-nul';

/** Answers 400 to what Strapi would answer with 500. */
const refuseOddQuery =
  (uid: string, strapi: Core.Strapi): Middleware =>
  (ctx, next) => {
    const fault = queryFault(ctx.query, filtered(strapi, uid));
    return fault === null ? next() : ctx.badRequest(fault);
  };

/** Read access as Strapi's own types give it: list and single entry, behind its permissions. */
const readRoutes = (uid: string, { strapi }: { strapi: Core.Strapi }) => {
  const config = { middlewares: [refuseNul, refuseOddQuery(uid, strapi)] };
  const router = factories.createCoreRouter(uid as never, {
    only: ['find', 'findOne'],
    config: { find: config, findOne: config },
  });
  const { routes } = router as unknown as {
    routes: object[] | ((site: { strapi: Core.Strapi }) => object[]);
  };
  return typeof routes === 'function' ? routes({ strapi }) : routes;
};

/** The webhook has no Strapi account: its token, in the address, is checked by its controller. */
const webhook = (path: string, params: object) => ({
  method: 'POST',
  path,
  handler: 'webhook.receive',
  config: { auth: false },
  request: { params, body: { 'application/json': wireSchema } },
  response: webhookAnswer,
});

/** Who may read an article may read the files that came with it. */
const file = (uid: string, path: string, handler: string, response: object) => ({
  method: 'GET',
  path: `/articles/:slug/${path}`,
  handler: `article.${handler}`,
  config: { auth: { scope: [`${uid}.findOne`] }, middlewares: [refuseNul] },
  request: { params: { slug: slugInPath }, query: { locale: localeInQuery } },
  response,
});

/** Who may list the articles may list them as text. */
const list = (uid: string) => ({
  method: 'GET',
  path: '/llms.txt',
  handler: 'article.list',
  config: { auth: { scope: [`${uid}.find`] } },
  response: plainTextAnswer,
});

/** Who may list the articles may know where they were before. */
const redirects = (uid: string) => ({
  method: 'GET',
  path: '/redirects',
  handler: 'article.redirects',
  config: { auth: { scope: [`${uid}.find`] } },
  request: { query: { ...redirectsQuery.shape, pagination: paginationInQuery } },
  response: redirectList,
});

/** `request` and `response` describe a route to `strapi openapi generate`; Strapi checks neither. */
function routesOf(strapi: Core.Strapi): object[] {
  const ownType = ownTypeOf(strapi);
  const uid = ownType ?? UIDS.article;
  return [
    webhook('/webhook/:token', { token: tokenInPath }),
    webhook('/webhook', {}),
    // For monitors, which have no administrator's session: an API token with this permission.
    {
      method: 'GET',
      path: '/metrics',
      handler: 'metrics.scrape',
      config: {},
      response: plainTextAnswer,
    },
    list(uid),
    redirects(uid),
    file(uid, 'llms.txt', 'llmsTxt', plainTextAnswer),
    file(uid, 'json-ld', 'jsonLd', jsonLdFile),
    // With a type of the site's own, the plugin's have nothing to show.
    ...(ownType ? [] : Object.values(UIDS)).flatMap((type) => readRoutes(type, { strapi })),
  ];
}

const known = new WeakMap<Core.Strapi, object[]>();

/**
 * Strapi's own routes can only be made for a site that is there. A router that is a function would
 * do, but Strapi 5.13 does not take one. Strapi writes into the routes, so they are made once.
 */
export default {
  type: 'content-api' as const,
  get routes(): object[] {
    const site = strapi;
    const routes = known.get(site) ?? routesOf(site);
    known.set(site, routes);
    return routes;
  },
};
