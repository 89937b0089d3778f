import type { Core } from '@strapi/types';
import { ownTypeOf } from './config/site-options';
import { UIDS } from './content-types/uids';
import { filtered } from './controllers/content-api/filtered';
import { queryOf } from './controllers/content-api/graphql-query';
import { queryFault } from './controllers/content-api/query-fault';
import { hasApiToken } from './controllers/content-api/draft-access';
import { hasNul } from './routes/refuse-nul';
import { schemasOf } from './strapi/schemas';

type Resolve = (parent: unknown, args: Args, context: Context, info: unknown) => Promise<unknown>;
type Middleware = (next: Resolve, ...call: Parameters<Resolve>) => Promise<unknown>;

interface Args {
  filters?: unknown;
  status?: string;
}

interface Context {
  state?: { auth?: unknown };
}

interface Extension {
  shadowCRUD(uid: string): { disable(): void; disableMutations(): void };
  use(extension: object): void;
}

interface Naming {
  getFindQueryName(type: unknown): string;
  getFindOneQueryName(type: unknown): string;
  getFindConnectionQueryName(type: unknown): string;
  getTypeName(type: unknown): string;
  getComponentName(component: unknown): string;
}

/** Drafts are for API tokens, as over REST; Strapi shows them to everybody who may read. */
const publishedOnly: Middleware = (next, parent, args, context, info) => {
  const isPublic = !hasApiToken(context.state?.auth);
  return next(parent, isPublic ? { ...args, status: 'published' } : args, context, info);
};

/**
 * An error by which GraphQL knows that it is the asker's fault: one of Strapi's own class, which no
 * package gives to plugins, so one of its own refusals is made to say it.
 */
async function faultOfAsker(
  strapi: Core.Strapi,
  context: Context,
  message: string,
): Promise<Error> {
  const refused = (error: Error) => error;
  const error = await refuseRelated(strapi, context).then(() => new Error(message), refused);
  return Object.assign(error, { message, details: {} });
}

/** Refuses what a database cannot compare, as over REST: its own words for it would be shown to all. */
const refuseOddFilters =
  (strapi: Core.Strapi, uid: string): Middleware =>
  async (next, parent, args, context, info) => {
    const fault = hasNul(args)
      ? 'expected no NUL in an argument'
      : queryFault(queryOf(args), filtered(strapi, uid));
    if (fault !== null) throw await faultOfAsker(strapi, context, fault);
    return next(parent, args, context, info);
  };

/** The fields of GraphQL by which entries of a type are filtered, with the type. */
function filteredFields(strapi: Core.Strapi, naming: Naming): [field: string, uid: string][] {
  const { contentTypes } = schemasOf(strapi);
  return Object.values(UIDS).flatMap((uid) => {
    const type = strapi.contentType(uid);
    const queries = [naming.getFindQueryName(type), naming.getFindConnectionQueryName(type)];
    const own = queries.map((name): [string, string] => [`Query.${name}`, uid]);
    const behind = Object.entries(contentTypes[uid]?.attributes ?? {}).flatMap(
      ([name, { type: kind, relation = '', target = '' }]): [string, string][] =>
        kind === 'relation' && relation.endsWith('ToMany') && target in contentTypes
          ? ['', '_connection'].map((end) => [`${naming.getTypeName(type)}.${name}${end}`, target])
          : [],
    );
    return [...own, ...behind];
  });
}

/** Strapi has no schema to check what is asked of entries of any type, and says so with 500. */
const NO_SCHEMA = 'Missing schema in validateQuery';

/** Something that uses a file, as Strapi's resolver gives it. */
interface Use {
  __type?: string;
}

/** A file names everything that uses it, drafts included. */
const withoutArticles =
  (strapi: Core.Strapi): Middleware =>
  async (next, parent, args, context, info) => {
    const uses = await next(parent, args, context, info).catch(async (error: Error) => {
      // Strapi's own refusal of what it cannot do, which it knows for the asker's fault.
      if (error.message === NO_SCHEMA) await refuseRelated(strapi, context);
      throw error;
    });
    if (!Array.isArray(uses) || hasApiToken(context.state?.auth)) return uses;
    const own: readonly string[] = Object.values(UIDS);
    return (uses as Use[]).filter((use) => !own.includes(use.__type ?? ''));
  };

interface Version {
  publishedAt?: unknown;
}

/** What Strapi's resolver of a relation answers: one entry, several, or a connection of them. */
type Related = Version | Version[] | { nodes: Version[] } | null;

const isPublished = ({ publishedAt }: Version): boolean => publishedAt !== null;

/** Who asks for drafts of a type of the site's own gets drafts of the articles behind it, too. */
const publishedBehind: Middleware = async (next, parent, args, context, info) => {
  const related = (await next(parent, args, context, info)) as Related;
  if (!related || hasApiToken(context.state?.auth)) return related;
  if (Array.isArray(related)) return related.filter(isPublished);
  if ('nodes' in related) return { ...related, nodes: related.nodes.filter(isPublished) };
  return isPublished(related) ? related : null;
};

/** The fields of GraphQL types, also of components, that are relations to articles. */
function fieldsToArticles(strapi: Core.Strapi, naming: Naming): string[] {
  const { contentTypes, components } = schemasOf(strapi);
  const named = [
    ...Object.values(contentTypes).map((type) => [naming.getTypeName(type), type] as const),
    ...Object.values(components).map((one) => [naming.getComponentName(one), one] as const),
  ];
  return named.flatMap(([name, { attributes }]) =>
    Object.entries(attributes)
      .filter(([, { type, target }]) => type === 'relation' && target === UIDS.article)
      .flatMap(([field]) => [`${name}.${field}`, `${name}.${field}_connection`]),
  );
}

const refuseRelated = (strapi: Core.Strapi, { state }: Context): Promise<unknown> =>
  strapi.contentAPI.validate.query({ sort: 'related' }, strapi.getModel('plugin::upload.file'), {
    auth: state?.auth,
  });

/** What Strapi's builder takes: each field with all of its middlewares. */
function withMiddlewares(all: readonly (readonly [field: string, middleware: Middleware])[]) {
  const config: Record<string, { middlewares: Middleware[] }> = {};
  for (const [field, middleware] of all)
    (config[field] ??= { middlewares: [] }).middlewares.push(middleware);
  return config;
}

/**
 * With @strapi/plugin-graphql, the content types can be queried as over REST: read only, and drafts
 * by API tokens only. Tables that are no content types are unknown to it anyway.
 */
export function shareWithGraphql(strapi: Core.Strapi): void {
  const graphql = strapi.plugin('graphql');
  if (!graphql) return;
  const extension: Extension = graphql.service('extension');
  // With a type of the site's own, the plugin's have nothing to show: there as over REST.
  const isHidden = ownTypeOf(strapi) !== null;
  for (const uid of Object.values(UIDS)) {
    const type = extension.shadowCRUD(uid);
    if (isHidden) type.disable();
    else type.disableMutations();
  }
  extension.use(({ strapi: site }: { strapi: Core.Strapi }) => {
    const { naming }: { naming: Naming } = graphql.service('utils');
    const article = site.contentType(UIDS.article);
    const queries = [
      naming.getFindQueryName(article),
      naming.getFindConnectionQueryName(article),
      naming.getFindOneQueryName(article),
    ];
    return {
      resolversConfig: withMiddlewares([
        ...(isHidden ? [] : queries).map((name) => [`Query.${name}`, publishedOnly] as const),
        ...fieldsToArticles(site, naming).map((name) => [name, publishedBehind] as const),
        ...(isHidden ? [] : filteredFields(site, naming)).map(
          ([name, uid]) => [name, refuseOddFilters(site, uid)] as const,
        ),
        ['UploadFile.related', withoutArticles(site)],
      ]),
    };
  });
}
