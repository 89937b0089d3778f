'use strict';

const { appendFileSync, existsSync } = require('node:fs');

/** An email provider: writes each mail as a line of JSON, or fails while a file says so. */
module.exports = {
  init: ({ file, failWhile }, { defaultFrom }) => ({
    async send({ to, from, subject, text, html }) {
      if (existsSync(failWhile)) throw new Error('the mail server is away');
      const mail = { to, from: from ?? defaultFrom, subject, text, html };
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
    },
  }),
};
