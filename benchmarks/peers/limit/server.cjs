'use strict';

/**
 * Peer (c): the limit. Plain node:http and the database driver: read, SHA-256, JSON.parse, one
 * committed transaction with the body that is left without its image strings, and the bytes of
 * images that are new. No framework, no checks, prepared statements.
 */
const { createHash, timingSafeEqual } = require('node:crypto');
const { createServer } = require('node:http');
const Database = require('better-sqlite3');
const answerProbes = require('../../support/probe.cjs');

const { DATABASE_FILENAME, ARTICLE_RECEIVER_TOKEN = '', PORT } = process.env;
const token = Buffer.from(`/webhook/${ARTICLE_RECEIVER_TOKEN}`);

// With the settings that Strapi opens SQLite with: a commit is on the disk in both, in the same way.
const database = new Database(/** @type {string} */ (DATABASE_FILENAME));
database.exec(`
  create table log (id integer primary key, digest text unique not null, body text not null);
  create table images (digest text primary key, bytes blob not null) without rowid;
`);
const insertBody = database.prepare('insert into log (digest, body) values (?, ?)');
const insertImage = database.prepare('insert or ignore into images (digest, bytes) values (?, ?)');
const isStored = database.prepare('select 1 from images where digest = ?').pluck();

const append = database.transaction((digest, body, images) => {
  insertBody.run(digest, body);
  for (const [imageDigest, bytes] of images) {
    if (!isStored.get(imageDigest)) insertImage.run(imageDigest, bytes);
  }
});

const sha256 = (/** @type {Buffer} */ bytes) => createHash('sha256').update(bytes).digest('hex');

/** Takes the image strings out of a parsed body. @returns the images, by digest */
function cutImages(/** @type {any} */ { article }) {
  const images = new Map();
  for (const image of article.images) {
    const bytes = Buffer.from(image.base64, 'base64');
    const digest = sha256(bytes);
    images.set(digest, bytes);
    image.base64 = `sha256:${digest}`;
    image.dataUrl = `data:${image.contentType};base64,sha256:${digest}`;
  }
  return images;
}

const server = createServer((request, response) => {
  const presented = Buffer.from(request.url ?? '');
  if (presented.length !== token.length || !timingSafeEqual(presented, token)) {
    response.writeHead(401).end();
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    const digest = sha256(body);
    const delivery = JSON.parse(body.toString('utf8'));
    const images = cutImages(delivery);
    append(digest, JSON.stringify(delivery), images);
    const answer = JSON.stringify({ data: { deliveryId: digest, outcome: 'accepted' } });
    response.writeHead(202, { 'content-type': 'application/json' }).end(answer);
  });
});

process.on('SIGTERM', () => process.exit(0));
answerProbes();
server.listen(Number(PORT), '127.0.0.1', () => process.send?.({ ready: true }));
