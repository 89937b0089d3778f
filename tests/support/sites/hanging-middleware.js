'use strict';

const ARTICLE = 'plugin::article-receiver.article';

/**
 * A site with a middleware of its own for the Document Service, by what an article's title says: it waits until it is
 * let go on, or forgets to return what was written.
 */
module.exports = {
  register({ strapi }) {
    const waiting = [];
    strapi.add('waiting', waiting);
    strapi.documents.use(async (context, next) => {
      const title = context.uid === ARTICLE ? (context.params.data?.title ?? '') : '';
      if (title.startsWith('Waits')) await new Promise((goOn) => waiting.push(goOn));
      const result = await next();
      if (!title.startsWith('Forgets')) return result;
    });
  },
};
