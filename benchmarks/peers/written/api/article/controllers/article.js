'use strict';

const { randomUUID } = require('node:crypto');
const { rm, writeFile } = require('node:fs/promises');
const { tmpdir } = require('node:os');
const { basename, join } = require('node:path');

const ARTICLE = 'api::article.article';
const CAMPAIGN = 'api::campaign.campaign';
const FILE = 'plugin::upload.file';

/** With WRITTEN_PEER_SKIPS_KNOWN_IMAGES, an image whose name is known is not written again. */
const skipsKnownImages = Boolean(process.env.WRITTEN_PEER_SKIPS_KNOWN_IMAGES);

/** Peer (a): what a site would write by hand. All of it happens while the request waits. */
module.exports = ({ strapi }) => ({
  async receive(ctx) {
    if (ctx.params.token !== process.env.ARTICLE_RECEIVER_TOKEN) return ctx.unauthorized();
    const { article } = ctx.request.body;
    const campaign = await upsertCampaign(strapi, article.campaign);
    const files = new Map();
    for (const image of article.images) {
      files.set(image.url, await upsertImage(strapi, article, image));
    }
    const documentId = await upsertArticle(strapi, article, campaign, files);
    ctx.status = 202;
    ctx.body = { data: { deliveryId: documentId, outcome: 'accepted' } };
  },
});

async function upsertCampaign(strapi, { id, name, language, websiteId }) {
  const documents = strapi.documents(CAMPAIGN);
  const known = await documents.findFirst({ filters: { sourceId: id } });
  if (!known) {
    const made = await documents.create({ data: { sourceId: id, name, language, websiteId } });
    return made.documentId;
  }
  if (known.name !== name || known.language !== language || known.websiteId !== websiteId) {
    await documents.update({ documentId: known.documentId, data: { name, language, websiteId } });
  }
  return known.documentId;
}

async function upsertImage(strapi, article, image) {
  const name = `${article.id}-${basename(new URL(image.url).pathname)}`;
  const known = await strapi.db.query(FILE).findOne({ where: { name }, select: ['id'] });
  if (known && skipsKnownImages) return known.id;
  const bytes = Buffer.from(image.base64, 'base64');
  const filepath = join(tmpdir(), randomUUID());
  await writeFile(filepath, bytes);
  const file = {
    filepath,
    originalFilename: name,
    mimetype: image.contentType,
    size: bytes.length,
  };
  const fileInfo = { name, alternativeText: image.alt, caption: image.caption };
  const uploads = strapi.plugin('upload').service('upload');
  try {
    if (known) {
      await uploads.replace(known.id, { data: { fileInfo }, file });
      return known.id;
    }
    const [made] = await uploads.upload({ data: { fileInfo }, files: [file] });
    return made.id;
  } finally {
    await rm(filepath, { force: true });
  }
}

async function upsertArticle(strapi, article, campaign, files) {
  const documents = strapi.documents(ARTICLE);
  const data = fieldsOf(article, campaign, files);
  const known = await documents.findFirst({
    filters: { sourceId: article.id },
    fields: ['documentId'],
  });
  const { documentId } = known
    ? await documents.update({ documentId: known.documentId, data })
    : await documents.create({ data });
  if (article.status === 'published') await documents.publish({ documentId });
  if (article.status === 'archived') await documents.unpublish({ documentId });
  return documentId;
}

function fieldsOf(article, campaign, files) {
  let { content } = article;
  for (const { url } of article.images) content = content.replaceAll(url, `file:${files.get(url)}`);
  return {
    sourceId: article.id,
    title: article.title,
    slug: article.slug,
    description: article.description,
    content,
    tldr: article.tldr,
    keyTakeaways: article.keyTakeaways,
    keywords: article.keywords,
    tags: article.tags,
    language: article.language,
    articleType: article.articleType,
    category: article.category,
    frontmatterDate: article.frontmatterDate,
    author: article.author,
    wordCount: article.wordCount,
    readingTimeMinutes: article.readingTimeMinutes,
    readingTimeText: article.readingTimeText,
    heroImageAlt: article.heroImageAlt,
    llmsTxt: article.files.llmTxt.content,
    jsonLd: JSON.parse(article.files.jsonLd.content),
    sourceUpdatedAt: article.updatedAt,
    heroImage: files.get(article.heroImageUrl) ?? null,
    images: [...files.values()],
    campaign,
  };
}
