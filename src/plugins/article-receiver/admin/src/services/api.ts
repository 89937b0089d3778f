import { adminApi } from '@strapi/strapi/admin';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** The address of a route of ours; each part is encoded. */
export const url = (...path: string[]) =>
  ['', PLUGIN_ID, ...path.map((part) => encodeURIComponent(part))].join('/');

/** What is shown of deliveries and articles. */
export const RECEIVER = 'ArticleReceiver' as const;
export const TOKENS = 'ArticleReceiverTokens' as const;
export const SETTINGS = 'ArticleReceiverSettings' as const;
/** The values of the settings, and what else depends on them: who saves values is answered with them. */
export const SETTINGS_VALUES = { type: SETTINGS, id: 'values' };
export const SETTINGS_EFFECTS = { type: SETTINGS, id: 'effects' };
/** The Content Manager's own. */
const DOCUMENT = 'Document' as const;
/** The same: what a form shows of an entry's relations is no part of the entry. */
export const RELATIONS = 'Relations' as const;

/** Everything that a decision can change: what we show ourselves, and the open entry, of whatever type. */
export const ENTRIES = [RECEIVER, DOCUMENT, RELATIONS];
/** The same without the open entry: what is typed in its form is lost where Strapi reads that again. */
export const BESIDE_FORM = [RECEIVER, { type: DOCUMENT, id: 'ALL_LIST' }];

/** A request that changes something. */
export const post = (address: string, data: object = {}) => ({
  url: address,
  method: 'POST' as const,
  data,
});

export const get = (address: string, params?: object) => ({
  url: address,
  method: 'GET' as const,
  ...(params ? { config: { params } } : {}),
});

/** Strapi keeps the endpoints of all plugins in one place: ours are told apart by "Receiver" in their names. */
export const api = adminApi.enhanceEndpoints({
  addTagTypes: [RECEIVER, TOKENS, SETTINGS, DOCUMENT, RELATIONS],
});
