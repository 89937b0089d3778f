import { OWN_TYPES, POST, POST_TARGET } from '../../support/articles/own-types';

/** Where articles go. */
export interface ToldTarget {
  uid: string;
  /** The field with the service's id. */
  idField: string;
  /** In which locale of a localized type they are. */
  locale?: string;
}

export const TARGETS = [
  {
    name: 'the plugin’s own Article',
    target: { uid: 'plugin::article-receiver.article', idField: 'sourceId' } as ToldTarget,
    types: undefined,
    options: {},
    own: [],
  },
  {
    name: 'a localized type of the site’s own',
    target: { uid: POST, idField: 'feedId', locale: 'en' } as ToldTarget,
    types: OWN_TYPES,
    options: { target: POST_TARGET },
    own: [POST, 'api::category.category', 'api::label.label', 'api::author.author'],
  },
];
