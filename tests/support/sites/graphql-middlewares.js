'use strict';

/** A site that shows its readers coffee alone, by middlewares of its own for GraphQL. */
module.exports = {
  register({ strapi }) {
    const coffeeAlone = (next, parent, args, context, info) =>
      next(parent, { ...args, filters: { category: { eq: 'coffee' } } }, context, info);
    const graphql = strapi.plugin('graphql').service('extension');
    for (const query of ['articleReceiverArticles', 'articleReceiverArticles_connection'])
      graphql.use({ resolversConfig: { [`Query.${query}`]: { middlewares: [coffeeAlone] } } });
  },
};
