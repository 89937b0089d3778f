import { dirname, join } from 'node:path';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import type { Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import type { Place } from './people-place';

const retention = { bodiesDays: 30 };
const ARTICLE: Place = {
  uid: 'plugin::article-receiver.article',
  idField: 'sourceId',
  paths: {
    title: ['title'],
    tldr: ['tldr'],
    description: ['description'],
    keyword: ['keywords'],
    note: ['note'],
  },
};
const POSTS: Place = {
  uid: POST,
  idField: 'feedId',
  locale: 'en',
  api: { plural: 'posts', name: 'Post' },
  required: { seo: { metaTitle: 'Imported' } },
  paths: {
    title: ['title'],
    tldr: ['seo', 'metaDescription'],
    description: ['excerpt'],
    keyword: ['keywords'],
    note: ['note'],
  },
};
/** A path: a package's name would be looked for below the site's folder. */
const GRAPHQL = dirname(require.resolve('@strapi/plugin-graphql/package.json'));
const { seo } = POST_TARGET.fields;
const target = {
  ...POST_TARGET,
  fields: {
    ...POST_TARGET.fields,
    excerpt: 'description',
    seo: { fields: { ...seo.fields, metaDescription: 'tldr' } },
  },
};

/** Both sites publish nothing without a description. */
export const TARGETS = [
  {
    name: 'the plugin’s own Article',
    place: ARTICLE,
    options: () => ({
      extension: join(__dirname, '..', '..', 'support', 'sites', 'demanding-with-notes.js'),
      pluginConfig: { retention },
    }),
  },
  {
    name: 'a localized type of the site’s own',
    place: POSTS,
    options: async () => ({
      types: await ownTypesWith('post', { excerpt: { required: true } }),
      siteConfig: { plugins: { graphql: { enabled: true, resolve: GRAPHQL } } },
      pluginConfig: { target, retention },
    }),
  },
];

const OTHERS = ['api::category.category', 'api::label.label', 'api::author.author'];

/** Removes what a history left on a site. */
export const clearTarget = (site: Site, place: Place): Promise<void> =>
  clearSite(site, place === POSTS ? [POST, ...OTHERS] : []);
