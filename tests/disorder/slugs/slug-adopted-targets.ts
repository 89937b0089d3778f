import {
  NOTE,
  NOTE_TARGET,
  ownTypesWith,
  POST,
  POST_TARGET,
} from '../../support/articles/own-types';
import type { Place } from './slug-adopted-site';

const adopt = 'id-or-slug';
const ARTICLE: Place = {
  uid: 'plugin::article-receiver.article',
  id: 'sourceId',
  slug: 'slug',
  fields: { title: 'title', tldr: 'tldr', description: 'description' },
};
const POSTS: Place = {
  uid: POST,
  id: 'feedId',
  slug: 'slug',
  fields: { title: 'title', tldr: 'source', description: 'excerpt' },
  locale: 'en',
};
const NOTES: Place = {
  uid: NOTE,
  id: 'feedId',
  slug: 'address',
  fields: { title: 'headline', tldr: 'short', description: 'about' },
  isWithoutDrafts: true,
};

/** The sites on which the histories of adopted entries are played. */
export const TARGETS = [
  {
    name: 'the plugin’s own Article',
    place: ARTICLE,
    own: [],
    options: () => ({ pluginConfig: { adopt } }),
  },
  {
    name: 'a localized type of the site’s own',
    place: POSTS,
    own: [POST],
    options: async () => {
      const fields = { ...POST_TARGET.fields, source: 'tldr', excerpt: 'description' };
      const types = await ownTypesWith('post', {});
      return { types, pluginConfig: { adopt, target: { ...POST_TARGET, fields } } };
    },
  },
  {
    name: 'a type without drafts',
    place: NOTES,
    own: [NOTE],
    options: async () => {
      const text = { type: 'text' };
      const types = await ownTypesWith('note', { feedId: text, short: text, about: text });
      const fields = {
        ...{ headline: 'title', address: 'slug', feedId: 'id' },
        ...{ short: 'tldr', about: 'description' },
      };
      return { types, pluginConfig: { adopt, target: { ...NOTE_TARGET, fields } } };
    },
  },
];
