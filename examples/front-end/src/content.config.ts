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

/**
 * Every published article, the newest first. Each time those behind the last one are asked for: by page numbers, one
 * would be missed where another goes offline meanwhile.
 */
async function load() {
  const entries = [];
  for (let last = ''; ;) {
    const { data } = await articles.find({
      populate: ['heroImage'],
      sort: 'documentId',
      filters: { documentId: { $gt: last } },
      pagination: { pageSize: PAGE_SIZE, withCount: false },
    });
    const end = data.at(-1);
    if (!end) break;
    entries.push(...data.map((entry) => ({ ...entry, id: String(entry.slug) })));
    last = end.documentId;
  }
  const dateOf = ({ frontmatterDate }: Record<string, unknown>) => String(frontmatterDate ?? '');
  return entries.sort((one, other) => dateOf(other).localeCompare(dateOf(one)));
}

export const collections = { articles: defineCollection({ loader: load, schema: article }) };
