'use strict';

/** Preloaded into a site: says when somebody loads BullMQ, or what it is made of. */
const Module = require('node:module');

const resolve = Module._resolveFilename;
Module._resolveFilename = (request, ...rest) => {
  if (request === 'bullmq' || request === 'ioredis') console.log('LOADED BULLMQ');
  return resolve(request, ...rest);
};
