import type { Core } from '@strapi/types';

interface EntityValidator {
  validateEntityCreation(model: object, data: object, options: object): Promise<unknown>;
  validateEntityUpdate(
    model: object,
    data: object,
    options: object,
    entity: object,
  ): Promise<unknown>;
}

/** What the Document Service asks before it writes. It writes nothing itself, and throws what it would. */
export const entityValidator = (strapi: Core.Strapi): EntityValidator =>
  strapi.get<EntityValidator>('entityValidator');

/** Whether Strapi lets nothing be public without its required files and entries: a site says so, and new ones do. */
export const isStrictOnRelations = (strapi: Core.Strapi): boolean =>
  strapi.config.get('api.documents.strictRelations') === true;
