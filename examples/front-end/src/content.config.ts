import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { articles } from './strapi';

const PAGE_SIZE = 100;

const article = z.object({
  documentId: z.string(),
  title: z.string(),
  slug: z.string(),
  description: z.string().nullable(),
  content: z.string().nullable(),
  author: z.string().nullable(),
  language: z.string().nullable(),
  frontmatterDate: z.string().nullable(),
  jsonLd: z.unknown(),
  heroImageAlt: z.string().nullable(),
  heroImage: z
    .object({ url: z.string(), width: z.number().nullable(), height: z.number().nullable() })
    .nullable(),
});

/** Every published article, page by page. */
async function load() {
  const entries = [];
  for (let page = 1, pageCount = 1; page <= pageCount; page += 1) {
    const { data, meta } = await articles.find({
      populate: ['heroImage'],
      sort: ['frontmatterDate:desc', 'documentId'],
      pagination: { page, pageSize: PAGE_SIZE },
    });
    entries.push(...data.map((entry) => ({ ...entry, id: String(entry.slug) })));
    pageCount = meta.pagination?.pageCount ?? 1;
  }
  return entries;
}

export const collections = { articles: defineCollection({ loader: load, schema: article }) };
