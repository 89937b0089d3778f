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
