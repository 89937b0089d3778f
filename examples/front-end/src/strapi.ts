import { strapi } from '@strapi/client';

const url = (process.env.STRAPI_URL ?? 'http://localhost:1337').replace(/\/+$/, '');
const token = process.env.STRAPI_TOKEN;

export const API = `${url}/api`;
export const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};

/** The collection lies below the plugin's name. */
export const articles = strapi({ baseURL: API, auth: token }).collection('articles', {
  path: '/article-receiver/articles',
});

/** Files of the local provider have addresses without a host. */
export const fileUrl = (path: string): string => (path.startsWith('/') ? url + path : path);
