import type { Core } from '@strapi/types';
import { getService } from './services/get-service';

/** Finishes the current article before the database goes away. */
export default async function destroy({ strapi }: { strapi: Core.Strapi }): Promise<void> {
  await getService(strapi, 'runner').stop();
}
