/**
 * A site with a service that publishes releases. Strapi's own is paid for and not there: this one
 * takes the same way as that, in one transaction that reads before it publishes.
 */
module.exports = (plugin) => ({
  ...plugin,
  async register(context) {
    const { strapi } = context;
    const publish = (documentId) =>
      strapi.db.transaction(async () => {
        await strapi.db.query('plugin::content-releases.release-action').findMany();
        await strapi.documents('plugin::article-receiver.article').publish({ documentId });
      });
    strapi.get('services').set('plugin::content-releases.release', { publish });
    await plugin.register(context);
  },
});
