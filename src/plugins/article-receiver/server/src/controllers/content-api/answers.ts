import { z } from 'zod';

/**
 * What the plugin's own addresses of the Content API take and answer. The controllers' types come
 * from these schemas, and so does the document that `strapi openapi generate` writes.
 */

/** The answer to a delivery that was taken in (202) or had arrived before (200). */
export const webhookAnswer = z.object({
  data: z.object({
    deliveryId: z.string().describe('The delivery in the event log'),
    outcome: z
      .enum(['accepted', 'duplicate'])
      .describe('accepted: new, and stored; duplicate: the same bytes had arrived before'),
  }),
});

export type WebhookAnswer = z.output<typeof webhookAnswer>;

export const tokenInPath = z.string().min(1).describe('One of the tokens of the webhook');

export const slugInPath = z.string().min(1).describe('The present slug of a published article');

export const localeInQuery = z
  .string()
  .optional()
  .describe('On a type with locales: the one that is meant');

export const paginationInQuery = z
  .object({
    page: z.int().optional(),
    pageSize: z.int().optional(),
    start: z.int().optional(),
    limit: z.int().optional(),
    withCount: z.boolean().optional(),
  })
  .optional()
  .describe('By page and pageSize, or by start and limit');

export const plainTextAnswer = z.string().describe('Sent as text/plain; charset=utf-8');

export const redirectList = z.object({
  data: z.array(
    z.object({
      from: z.string().describe('A slug that a published article had'),
      to: z.string().describe('The slug that it has'),
      status: z.literal(301),
    }),
  ),
  meta: z.object({
    // What is counted is left out where nobody wants to know.
    pagination: z.union([
      z.object({
        page: z.int(),
        pageSize: z.int(),
        pageCount: z.int().optional(),
        total: z.int().optional(),
      }),
      z.object({ start: z.int(), limit: z.int(), total: z.int().optional() }),
    ]),
  }),
});

export const jsonLdFile = z.json().describe('Sent as application/ld+json');
