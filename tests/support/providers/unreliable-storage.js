'use strict';

/**
 * An upload provider for the tests: Strapi's local one, which fails as it is told by the JSON file
 * that UPLOAD_FAULTS names. The file is read at each upload, so that a running site can be healed.
 *
 * - `fail`: message of the error that every upload ends with; `code` is its code
 * - `afterFiles`: how many files are let through before that, or with `hang` written: Strapi uploads all files of an
 *   image at once, so the first may still be on its way when the next ones come
 * - `kill`: ends the process instead, with SIGKILL
 * - `hang`: never answers
 */
const { existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const local = require('@strapi/provider-upload-local');

function currentFaults() {
  const file = process.env.UPLOAD_FAULTS;
  return file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

module.exports = {
  init(options) {
    const provider = local.init(options);
    let begun = 0;
    let written = 0;

    const uploadStream = async (file) => {
      const { fail, code, afterFiles = 0, kill = false, hang = false } = currentFaults();
      if ((hang ? written : begun) >= afterFiles) {
        if (kill) process.kill(process.pid, 'SIGKILL');
        if (hang) await new Promise(() => undefined);
        if (fail) {
          // A disk that fills up leaves part of the file behind.
          writeFileSync(join(strapi.dirs.static.public, 'uploads', `${file.hash}${file.ext}`), 'x');
          throw Object.assign(new Error(fail), { code });
        }
      }
      begun += 1;
      await provider.uploadStream(file);
      written += 1;
    };

    return { ...provider, uploadStream };
  },
};
