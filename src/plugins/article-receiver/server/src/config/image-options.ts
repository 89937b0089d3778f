import { z } from 'zod';
import { addressRanges, bytes, MIB, milliseconds } from './option-kinds';

/** `example.com`, `*.example.com` for any name below it, or either with a port other than 443. */
const HOST_PATTERN = /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d{1,5})?$/i;

/** What images may be, and where they come from and go to. */
export const imagesSchema = z.strictObject({
  maxBytes: bytes(20 * MIB),
  maxPixels: z.int().min(1).default(50_000_000),
  maxFrames: z.int().min(1).default(300),
  uploadTimeoutMs: milliseconds(120_000, 100),
  /** As the Media Library has names: one with a slash could not be moved there, as Strapi takes it for no name. */
  folder: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^/]*$/, 'expected the name of a folder, without a slash')
    .default('Articles'),
  /**
   * Hosts from which images that a delivery names but does not bring are fetched, over https:
   * `cdn.example.com`, `*.example.com` for any name below it, `cdn.example.com:8443`. Nothing is
   * fetched when it is left out.
   */
  fetchFrom: z
    .array(z.string().regex(HOST_PATTERN, 'expected a host like cdn.example.com'))
    .min(1)
    .optional(),
  /** Ranges within the site's own network from which those hosts may be served all the same. */
  fetchFromPrivate: addressRanges.optional(),
  /** Longest time that fetching the images of one delivery may take, all of them together. */
  fetchTimeoutMs: milliseconds(30_000, 100),
});
