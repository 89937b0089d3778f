/** How Strapi's plugin resolves a field. */
type Resolve = (parent: unknown, args: Args, context: Context, info: unknown) => Promise<unknown>;
/** What is put before that. */
export type Middleware = (next: Resolve, ...call: Parameters<Resolve>) => Promise<unknown>;

interface Args {
  filters?: unknown;
  status?: string;
}

export interface Context {
  state?: { auth?: unknown };
}

/** A field that is about to be made. */
interface Field {
  parentTypeConfig: { name: string };
  fieldConfig: { name: string };
}

type NexusMiddleware = (
  ...call: [...Parameters<Resolve>, next: (...call: Parameters<Resolve>) => unknown]
) => Promise<unknown>;

/** The library by which Strapi makes the schema, as it gives it to whoever extends that. */
export interface Nexus {
  plugin(config: {
    name: string;
    onCreateFieldResolver(field: Field): NexusMiddleware | undefined;
  }): object;
}

/**
 * Puts middlewares before fields, in their order, whatever others put there. Strapi's own list of a field's
 * (`resolversConfig`) has one place for the first of all who fill it: those of the site's own code would not run.
 */
export function beforeFields(
  nexus: Nexus,
  name: string,
  all: readonly (readonly [field: string, middleware: Middleware])[],
): object {
  const ofField = new Map<string, Middleware[]>();
  for (const [field, middleware] of all)
    ofField.set(field, [...(ofField.get(field) ?? []), middleware]);
  return nexus.plugin({
    name,
    onCreateFieldResolver({ parentTypeConfig, fieldConfig }) {
      const middlewares = ofField.get(`${parentTypeConfig.name}.${fieldConfig.name}`);
      if (!middlewares) return undefined;
      return (parent, args, context, info, next) =>
        middlewares.reduceRight<Resolve>(
          (behind, middleware) =>
            (...call) =>
              middleware(behind, ...call),
          async (...call) => next(...call),
        )(parent, args, context, info);
    },
  });
}
