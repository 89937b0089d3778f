import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { hasApiToken } from '../controllers/content-api/draft-access';
import type { Middleware } from './middleware';
import { refuseRelated } from './refusals';

/** Drafts are for API tokens, as over REST; Strapi shows them to everybody who may read. */
export const publishedOnly: Middleware = (next, parent, args, context, info) => {
  const isPublic = !hasApiToken(context.state?.auth);
  return next(parent, isPublic ? { ...args, status: 'published' } : args, context, info);
};

/** Strapi has no schema to check what is asked of entries of any type, and says so with 500. */
const NO_SCHEMA = 'Missing schema in validateQuery';

/** Something that uses a file, as Strapi's resolver gives it. */
interface Use {
  __type?: string;
}

/** A file names everything that uses it, drafts included. */
export const withoutArticles =
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
export const publishedBehind: Middleware = async (next, parent, args, context, info) => {
  const related = (await next(parent, args, context, info)) as Related;
  if (!related || hasApiToken(context.state?.auth)) return related;
  if (Array.isArray(related)) return related.filter(isPublished);
  if ('nodes' in related) return { ...related, nodes: related.nodes.filter(isPublished) };
  return isPublished(related) ? related : null;
};
