'use strict';

/** Reads a body to its end, as parsers do. */
async function readAll(request) {
  for await (const part of request) void part;
}

/** Listens along, and goes on once something was heard. */
const readBeginning = (request) => new Promise((resolve) => request.on('data', resolve));

const READERS = { all: readAll, beginning: readBeginning };

/** A site with a middleware of its own that reads bodies, as far as a request says. */
module.exports = {
  register({ strapi }) {
    strapi.server.use(async (ctx, next) => {
      await READERS[ctx.get('x-read')]?.(ctx.req);
      return next();
    });
  },
};
