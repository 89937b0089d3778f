'use strict';

const { appendFileSync, existsSync, writeFileSync } = require('node:fs');

/** An email provider: writes each mail as a line of JSON, or fails, or never answers, while a file says so. */
module.exports = {
  init: ({ file, failWhile, hangWhile }, { defaultFrom }) => ({
    async send({ to, from, subject, text, html }) {
      if (existsSync(failWhile)) throw new Error('the mail server is away');
      if (hangWhile && existsSync(hangWhile)) {
        writeFileSync(hangWhile, 'met');
        return new Promise(() => undefined);
      }
      const mail = { to, from: from ?? defaultFrom, subject, text, html };
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
    },
  }),
};
