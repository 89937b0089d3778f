/** Loaded into a site before all else (`--require`): to it, BullMQ is not installed. */
const Module = require('node:module');

const resolve = Module._resolveFilename;

Module._resolveFilename = function resolveAllButBullmq(request, ...rest) {
  if (request !== 'bullmq') return resolve.call(this, request, ...rest);
  throw Object.assign(new Error(`Cannot find module '${request}'`), { code: 'MODULE_NOT_FOUND' });
};
