/**
 * Loaded into the process of a site before anything else: its clock is ahead of the machine's by as many
 * milliseconds as a file says, which a test may change while the site runs.
 */
const { readFileSync } = require('node:fs');

const file = process.env.TEST_CLOCK_FILE;
const RealDate = Date;
let ahead = 0;

function read() {
  const text = readFileSync(file, 'utf8').trim();
  // A file that is being written is empty for a moment.
  if (text !== '') ahead = Number(text);
}

if (file) {
  read();
  setInterval(read, 20).unref();
  globalThis.Date = class Date extends RealDate {
    constructor(...args) {
      if (args.length === 0) super(RealDate.now() + ahead);
      else super(...args);
    }

    static now() {
      return RealDate.now() + ahead;
    }
  };
}
