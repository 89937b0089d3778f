import type { Core } from '@strapi/types';

interface CurrentRequest {
  path?: string;
  /** What is named in the path: an entry, of a type in the Content Manager; in the Content History a version of one. */
  params?: { id?: unknown; model?: unknown; versionId?: unknown };
  request: { body?: unknown; headers: Record<string, unknown> };
  /** What Strapi found out about who asks. */
  state?: { auth?: unknown; user?: unknown };
}

/** The request because of which this is done; undefined where there is none, as in the runner. */
export const currentRequest = (strapi: Core.Strapi): CurrentRequest | undefined =>
  strapi.requestContext.get();
