'use strict';

/**
 * A site's own code that takes a database connection after the first commit of a publication and
 * keeps it for HOLD_MS. It writes each entry event that Strapi sends to the standard output.
 */
const { setTimeout: sleep } = require('node:timers/promises');

async function hold() {
  const transaction = await strapi.db.connection.transaction();
  console.log('CONNECTION TAKEN');
  await sleep(Number(process.env.HOLD_MS));
  await transaction.rollback();
  console.log('CONNECTION GIVEN BACK');
}

module.exports = {
  register() {
    let held = false;
    strapi.documents.use(async (context, next) => {
      if (context.action === 'publish' && !held) {
        held = true;
        await strapi.db.transaction(({ onCommit }) => onCommit(() => void hold()));
      }
      return next();
    });
  },
  bootstrap() {
    for (const event of ['entry.create', 'entry.update', 'entry.publish']) {
      strapi.eventHub.on(event, ({ uid, entry }) => console.log(`${event} ${uid} ${entry.title}`));
    }
  },
};
