'use strict';

const { existsSync } = require('node:fs');

/**
 * A site in which nobody can be told whether a slug is taken, for as long as there is a file FAILING_CHECKS: what
 * the database answers where the line to it is dead.
 */
module.exports = {
  register() {},
  bootstrap({ strapi }) {
    strapi.db.lifecycles.subscribe({
      models: ['api::post.post'],
      beforeFindOne({ params: { where } }) {
        const isCheck = where?.slug && where.publishedAt;
        if (isCheck && existsSync(process.env.FAILING_CHECKS)) throw new Error('the line is dead');
      },
    });
  },
};
