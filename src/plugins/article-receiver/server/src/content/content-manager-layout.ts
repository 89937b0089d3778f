import type { Core } from '@strapi/types';
export async function arrangeContentManager(_strapi: Core.Strapi): Promise<void> {
  await Promise.resolve();
}
