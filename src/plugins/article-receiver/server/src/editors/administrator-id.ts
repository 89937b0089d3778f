import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { currentRequest } from '../strapi/current-request';

/** Who is signed in to the admin and has this done, as Strapi keeps who changed an entry last; null for nobody. */
export function administratorId(strapi: Core.Strapi): number | null {
  const { id } = recordOf(currentRequest(strapi)?.state?.user);
  return typeof id === 'number' ? id : null;
}
