'use strict';

/** Peer (d): answers 202 and does nothing else. Strapi has read and parsed the body by then. */
module.exports = () => ({
  receive(ctx) {
    if (ctx.params.token !== process.env.ARTICLE_RECEIVER_TOKEN) return ctx.unauthorized();
    ctx.status = 202;
    ctx.body = { data: { outcome: 'accepted' } };
  },
});
