'use strict';

const { planProbes } = require('./plan-probes.cjs');
const { pieceProbes } = require('./piece-probes.cjs');

const UIDS = {
  article: 'plugin::article-receiver.article',
  campaign: 'plugin::article-receiver.campaign',
  mediaAsset: 'plugin::article-receiver.media-asset',
  tag: 'plugin::article-receiver.tag',
};

/**
 * What a benchmark can ask of a site with the receiver, besides what any process answers.
 * @param {any} strapi
 */
module.exports = (strapi) => {
  const runner = () => strapi.plugin('article-receiver').service('runner');
  return {
    /** Until everything acknowledged is projected. */
    idle: () => runner().idle(),
    /** Nothing is projected from here on. */
    rest: () => runner().stop(),
    /** Projection goes on. */
    work: () => runner().start(),
    /** How many deliveries wait for their projection. */
    pending: () =>
      strapi.db.query('plugin::article-receiver.delivery').count({ where: { state: 'pending' } }),
    /** How many deliveries are projected. */
    applied: () =>
      strapi.db.query('plugin::article-receiver.delivery').count({ where: { state: 'applied' } }),
    /** Projects everything again. @returns how many articles changed, and how many failed */
    rebuild: async () => {
      const job = await strapi.db.query('plugin::article-receiver.job').create({
        data: {
          kind: 'rebuild',
          state: 'running',
          filter: '{}',
          requestedBy: 'benchmark',
          total: 0,
          done: 0,
          changed: 0,
          failed: 0,
          position: 0,
          startedAt: Date.now(),
        },
      });
      runner().kick();
      await runner().idle();
      const { state, changed, failed } = await strapi.db
        .query('plugin::article-receiver.job')
        .findOne({ where: { id: job.id } });
      return { state, changed, failed };
    },
    /** The upload and document calls that one new article needs, and nothing else. */
    bare: (/** @type {any} */ { article, imageFile, size }) =>
      bare(strapi, article, imageFile, size),
    /** Rows of the event log and articles, as many as are asked for, for lists only. */
    fill: (/** @type {any} */ sizes) => fill(strapi, sizes),
    /** A session of an administrator and a token for the Content API. */
    tokens: () => tokens(strapi),
    /** A statement's rows. */
    sql: (/** @type {string} */ statement) => strapi.db.connection.raw(statement),
    /** What an editor does to the draft of an article of the feed, found by what has its id. */
    edit: async (/** @type {any} */ { uid, where, data }) => {
      const found = await strapi.documents(uid).findFirst({ filters: where, fields: ['id'] });
      if (!found) return false;
      await strapi.documents(uid).update({ documentId: found.documentId, data });
      return true;
    },
    ...planProbes(strapi),
    ...pieceProbes(),
  };
};

/** @param {any} strapi @param {any} article @param {string} filepath @param {number} size */
async function bare(strapi, article, filepath, size) {
  const [image] = article.images;
  const file = { filepath, originalFilename: `${article.slug}.jpg`, mimetype: 'image/jpeg', size };
  const fileInfo = { name: file.originalFilename, alternativeText: image.alt, caption: '' };
  const [uploaded] = await strapi
    .plugin('upload')
    .service('upload')
    .upload({ data: { fileInfo }, files: [file] });
  const create = async (/** @type {string} */ uid, /** @type {object} */ data) =>
    (await strapi.documents(uid).create({ data })).documentId;
  const asset = await create(UIDS.mediaAsset, {
    kind: image.kind,
    sourceUrl: image.url,
    alt: image.alt,
    contentType: image.contentType,
    byteSize: image.byteSize,
    file: uploaded.id,
  });
  await create(UIDS.article, {
    ...article.fields,
    heroImage: uploaded.id,
    images: [asset],
    campaign: await known(strapi, UIDS.campaign, { name: article.campaign.name }),
    tags: await Promise.all(
      article.tags.map((/** @type {string} */ name) => known(strapi, UIDS.tag, { name })),
    ),
  });
}

/** A document that is there since the first article. @param {any} strapi @param {string} uid @param {object} where */
const known = async (strapi, uid, where) =>
  (await strapi.db.query(uid).findOne({ where }))?.documentId;

/** @param {any} strapi @param {{ deliveries: number, articles: number }} sizes */
async function fill(strapi, { deliveries, articles }) {
  const begin = Date.parse('2026-09-01T08:00:00.000Z');
  const many = async (
    /** @type {string} */ table,
    /** @type {number} */ count,
    /** @type {(n: number) => object} */ row,
  ) => {
    for (let at = 0; at < count; at += 500) {
      const rows = Array.from({ length: Math.min(500, count - at) }, (_, n) => row(at + n + 1));
      await strapi.db.getConnection(table).insert(rows);
    }
  };
  // Most are done with; a few wait for a person.
  const stateOf = (/** @type {number} */ n) =>
    n % 500 === 0 ? 'failed' : n % 3 === 0 ? 'superseded' : 'applied';
  await many('article_receiver_deliveries', deliveries, (n) => ({
    id: n,
    delivery_id: `dlv_${n}`,
    digest: String(n).padStart(64, '0'),
    stream_key: `stream-${n % articles}`,
    event: 'article.ready',
    org_id: 'org_1',
    article_id: `art_${n % articles}`,
    title: `Article ${n % articles}`,
    slug: `article-${n % articles}`,
    source_status: 'draft',
    occurred_at: begin + n * 1_000,
    received_at: begin + n * 1_000,
    byte_size: 14_000,
    issues: '[]',
    state: stateOf(n),
    duplicates: 0,
    failures: 0,
  }));
  const { client } = strapi.db.dialect;
  const now = client === 'sqlite' ? Date.now() : new Date();
  await many('article_receiver_articles', articles * 2, (n) => {
    const article = Math.ceil(n / 2);
    return {
      id: n,
      document_id: `document${article}`,
      source_id: `art_${article}`,
      title: `Article ${article}`,
      slug: `article-${article}`,
      content: 'Water first, then coffee. '.repeat(100),
      created_at: now,
      updated_at: now,
      published_at: n % 2 === 0 ? now : null,
    };
  });
  // Database servers do this every minute or so, by themselves.
  for (const table of ['article_receiver_deliveries', 'article_receiver_articles']) {
    if (client === 'postgres') await strapi.db.connection.raw('vacuum analyze ??', [table]);
    if (client === 'mysql') await strapi.db.connection.raw('analyze table ??', [table]);
  }
}

/** @param {any} strapi */
async function tokens(strapi) {
  const { port } = strapi.server.httpServer.address();
  const answer = await fetch(`http://127.0.0.1:${port}/admin/register-admin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      firstname: 'Ada',
      lastname: 'Admin',
      email: 'admin@example.com',
      password: 'Benchmark-password-1',
    }),
  });
  const { data } = /** @type {any} */ (await answer.json());
  const api = await strapi.service('admin::api-token').create({
    name: 'benchmark',
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  return { admin: data.token, content: api.accessKey };
}
