/** The admin panel of this site: the languages that the plugin speaks, to choose in one's profile. */
export default {
  config: { locales: ['de', 'es', 'fr'] },
};
