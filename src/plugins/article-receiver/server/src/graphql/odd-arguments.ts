import type { Core } from '@strapi/types';
import { filtered } from '../controllers/content-api/filtered';
import { queryOf } from './query';
import { queryFault } from '../controllers/content-api/query-fault';
import { hasNul } from '../routes/refuse-nul';
import type { Middleware } from './middleware';
import { faultOfAsker } from './refusals';

/** Refuses what a database cannot compare, or read, as over REST: its own words for it would be shown to all. */
export const refuseOddArguments =
  (strapi: Core.Strapi, uid: string): Middleware =>
  async (next, parent, args, context, info) => {
    const fault = hasNul(args)
      ? 'expected no NUL in an argument'
      : queryFault(queryOf(args), filtered(strapi, uid));
    if (fault !== null) throw await faultOfAsker(strapi, context, fault);
    return next(parent, args, context, info);
  };
