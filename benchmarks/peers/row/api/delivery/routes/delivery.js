'use strict';

module.exports = {
  routes: [
    {
      method: 'POST',
      path: '/webhook/:token',
      handler: 'delivery.receive',
      config: { auth: false },
    },
  ],
};
