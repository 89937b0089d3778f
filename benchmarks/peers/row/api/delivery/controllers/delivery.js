'use strict';

/** Peer (b): stores the parsed body as one row and does nothing else. */
module.exports = ({ strapi }) => ({
  async receive(ctx) {
    if (ctx.params.token !== process.env.ARTICLE_RECEIVER_TOKEN) return ctx.unauthorized();
    // Straight to the query engine: the Document Service would cost more, and do no more here.
    const row = await strapi.db
      .query('api::delivery.delivery')
      .create({ data: { body: ctx.request.body } });
    ctx.status = 202;
    ctx.body = { data: { deliveryId: row.id, outcome: 'accepted' } };
  },
});
