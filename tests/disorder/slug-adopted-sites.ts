import { NOTE, NOTE_TARGET, ownTypesWith, POST, POST_TARGET } from '../support/own-types';

export const SHOWN = ['title', 'tldr', 'description'] as const;

/** Where the articles are, and the names of their fields there. */
interface Place {
  uid: string;
  id: string;
  slug: string;
  fields: Record<(typeof SHOWN)[number], string>;
  locale?: string;
  isWithoutDrafts?: boolean;
}

const adopt = 'id-or-slug';
/** The sites on which the histories of adopted entries are played. */
export const TARGETS = [
  {
    name: 'the plugin’s own Article',
    place: {
      uid: 'plugin::article-receiver.article',
      id: 'sourceId',
      slug: 'slug',
      fields: { title: 'title', tldr: 'tldr', description: 'description' },
    } as Place,
    options: () => ({ pluginConfig: { adopt } }),
  },
  {
    name: 'a localized type of the site’s own',
    place: {
      uid: POST,
      id: 'feedId',
      slug: 'slug',
      fields: { title: 'title', tldr: 'source', description: 'excerpt' },
      locale: 'en',
    } as Place,
    options: async () => {
      const fields = { ...POST_TARGET.fields, source: 'tldr', excerpt: 'description' };
      const types = await ownTypesWith('post', {});
      return { types, pluginConfig: { adopt, target: { ...POST_TARGET, fields } } };
    },
  },
  {
    name: 'a type without drafts',
    place: {
      uid: NOTE,
      id: 'feedId',
      slug: 'address',
      fields: { title: 'headline', tldr: 'short', description: 'about' },
      isWithoutDrafts: true,
    } as Place,
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
