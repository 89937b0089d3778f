import type { Context } from 'koa';
import { z } from 'zod';
import type { Refusal } from '../../../shared/decisions/refusals';
import { personName } from '../editors/person-name';

/** What Strapi adds to Koa's context, and its router; Strapi's own types say so where none can import them. */
declare module 'koa' {
  interface DefaultContextDelegatedResponse {
    badRequest(message?: string, details?: unknown): void;
    forbidden(message?: string, details?: unknown): void;
    notFound(message?: string, details?: unknown): void;
    conflict(message?: string, details?: unknown): void;
    gone(message?: string, details?: unknown): void;
    unsupportedMediaType(message?: string, details?: unknown): void;
  }
  interface ExtendableContext {
    /** Parts of the address that its route names. */
    params: Record<string, string | undefined>;
  }
}

export interface Ability {
  can(action: string): boolean;
  /** The permissions that are about a content type. */
  rulesFor(action: string, subject: string): { conditions?: unknown }[];
}

/** The largest number of a row: columns of PostgreSQL's for them take no larger one. */
const MAX_ROW_ID = 2 ** 31 - 1;

/** A row's number in what was sent. */
export const rowNumber = z.int().positive().max(MAX_ROW_ID);

/** Behind which row something begins; 0 for the first. */
export const rowPosition = z.int().nonnegative().max(MAX_ROW_ID);

/** A time as Strapi says it. */
export const time = z.iso.datetime({ offset: true });

/** Which part of a list is asked for that goes on from a row. */
export const beforeQuery = z.object({
  before: z.coerce.number().pipe(rowNumber).optional(),
  pageSize: z.coerce.number().int().positive().max(100).default(20),
});

/** Which page of a list is asked for. */
export const pageQuery = z.object({
  page: z.coerce.number().int().positive().default(1),
  pageSize: z.coerce.number().int().positive().max(100).default(20),
});

/** Answers 400 to input that does not fit, naming each field and what was expected. */
export function inputFault(ctx: Context, error: z.ZodError): void {
  const issues = error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const [first] = issues;
  ctx.badRequest(`${first?.path || 'the input'}: ${first?.message}`, { issues });
}

/** Answers 409 with the reason as a code, and what there is to say of it. */
export const refuse = (
  ctx: Context,
  reason: Refusal,
  message: string,
  details: object = {},
): void => ctx.conflict(message, { reason, ...details });

/** Answers 409 where fields of a draft have other values than whoever decides had seen. */
export const changedMeanwhile = (ctx: Context, fields: readonly string[]): void =>
  refuse(ctx, 'changed', `the draft has another ${fields.join(', ')} by now`, { fields });

/** Who is signed in, as traces name them. */
export const administratorName = (ctx: Context): string =>
  personName(ctx.state.user) ?? 'administrator ?';

/** A row's number in an address; 0, which no row has, for whatever cannot be one. */
export const rowId = (part: unknown): number =>
  typeof part === 'string' && /^\d{1,9}$/.test(part) ? Number(part) : 0;

/** What Strapi's admin lets whoever is signed in do; undefined where nobody is. */
export const abilityOf = ({ state }: Pick<Context, 'state'>): Ability | undefined =>
  (state as { userAbility?: Ability }).userAbility;

/** What a request brought, parsed; nothing is known about it. */
export const bodyOf = ({ request }: Context): unknown => request.body ?? {};
