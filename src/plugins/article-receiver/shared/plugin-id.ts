/** The plugin's id: key in the site's `config/plugins`, prefix of its routes, uids and permissions. */
export const PLUGIN_ID = 'article-receiver';
