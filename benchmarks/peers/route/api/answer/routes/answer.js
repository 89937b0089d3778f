'use strict';

module.exports = {
  routes: [
    {
      method: 'POST',
      path: '/webhook/:token',
      handler: 'answer.receive',
      config: { auth: false },
    },
  ],
};
