'use strict';

module.exports = {
  routes: [
    {
      method: 'POST',
      path: '/webhook/:token',
      handler: 'article.receive',
      config: { auth: false },
    },
  ],
};
