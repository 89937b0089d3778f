import { z } from 'zod';

const MIB = 1024 * 1024;
/** The largest delay that Node's timers take, in milliseconds. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** What a status word of the feed does to an article; see `projection/publication.ts`. */
export const EFFECTS = ['draft', 'publish', 'unpublish', 'ignore'] as const;

const milliseconds = (fallback: number, min: number) =>
  z.int().min(min).max(MAX_TIMER_MS).default(fallback);

const bytes = (fallback: number) =>
  z
    .int()
    .min(1024)
    .max(1024 * MIB)
    .default(fallback);

/**
 * The plugin's options: the one place that knows them, their defaults and their limits.
 * `README.md` lists them for users; `options.test.ts` holds the two together.
 * Arrays have no default on purpose: Strapi merges arrays index by index (lodash `defaultsDeep`).
 */
export const optionsSchema = z.strictObject({
  tokens: z.array(z.string().trim().min(1)).optional(),
  maxBodyBytes: bytes(32 * MIB),
  bodyTimeoutMs: milliseconds(30_000, 100),
  maxBytesInFlight: bytes(128 * MIB),
  publishOnReady: z.boolean().default(false),
  statusMap: z.record(z.string(), z.enum(EFFECTS)).default({}),
  editorEdits: z.enum(['keep', 'overwrite']).default('keep'),
  html: z.enum(['escape', 'allow']).default('escape'),
  images: z
    .strictObject({
      maxBytes: bytes(20 * MIB),
      maxPixels: z.int().min(1).default(50_000_000),
      maxFrames: z.int().min(1).default(300),
      uploadTimeoutMs: milliseconds(120_000, 100),
      folder: z.string().trim().min(1).max(100).default('Articles'),
    })
    .prefault({}),
  runner: z.enum(['embedded']).default('embedded'),
  retention: z
    .strictObject({
      bodiesDays: z.int().min(1).nullable().default(null),
      imagesDays: z.int().min(1).nullable().default(null),
      schedule: z.string().trim().min(1).default('17 3 * * *'),
    })
    .prefault({}),
  sweepIntervalMs: milliseconds(30_000, 100),
  retry: z
    .strictObject({
      attempts: z.int().min(1).max(100).default(8),
      firstDelayMs: milliseconds(2_000, 10),
      maxDelayMs: milliseconds(15 * 60_000, 10),
    })
    .prefault({}),
});

export type Options = z.output<typeof optionsSchema>;

/**
 * Checks a site's configuration of the plugin and fills in the defaults.
 * @throws Error whose message names each wrong option and what was expected there.
 */
export function parseOptions(config: unknown): Options {
  const result = optionsSchema.safeParse(config ?? {});
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => {
    const option = path.length > 0 ? `"${path.join('.')}"` : 'the configuration';
    return `${option}: ${message}`;
  });
  throw new Error(faults.join('; '));
}
