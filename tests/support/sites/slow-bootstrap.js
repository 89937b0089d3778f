'use strict';

const { setTimeout: pause } = require('node:timers/promises');

const ARTICLE = 'plugin::article-receiver.article';
const PATIENCE_MS = 5_000;
const LOOK_MS = 50;

/** Whether anything is left that the plugin might do before the site is there. */
async function isAnythingLeft(strapi) {
  const rows = (name) => strapi.db.query(`plugin::article-receiver.${name}`);
  const pending = await rows('delivery').count({ where: { state: 'pending' } });
  const unsent = await rows('alert').count({ where: { emittedAt: { $null: true } } });
  return pending + unsent > 0;
}

/**
 * A site whose own bootstrap takes its time before it subscribes and listens, as its documentation says
 * that it may: long enough for the plugin to do what is left to be done, if it did not wait, also where it is
 * told of something meanwhile.
 */
module.exports = {
  register() {},

  async bootstrap({ strapi }) {
    const pending = await strapi.db
      .query('plugin::article-receiver.delivery')
      .findMany({ where: { state: 'pending' } });
    // Tells the runner of them, as what a site does to an article here would.
    for (const { streamKey } of pending) {
      strapi.plugin('article-receiver').service('runner').kick(streamKey);
    }
    const until = performance.now() + PATIENCE_MS;
    while (performance.now() < until && (await isAnythingLeft(strapi))) {
      await pause(LOOK_MS);
    }
    strapi.db.lifecycles.subscribe({
      models: [ARTICLE],
      beforeCreate({ params }) {
        params.data.category = 'By the site';
      },
    });
    strapi.add('heard', []);
    strapi.eventHub.on('article-receiver.arrived', ({ delivery }) =>
      strapi.get('heard').push(delivery.articleId),
    );
  },
};
