import { z } from 'zod';
import { PAGE_PARTS } from '../../../shared/articles/pages';
import { isAddressRange } from './address-ranges';
import { hostOfArticles, type ArticleUrl } from './article-url';

const KIB = 1024;
const MIB = 1024 * KIB;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** As https://www.indexnow.org/documentation has it. */
const INDEX_NOW_KEY = /^[a-z0-9-]{8,128}$/i;

const KEY_EXPECTED = 'expected 8 to 128 characters of a-z, A-Z, 0-9 and dashes';

/** An address over https without a user or a fragment. */
const httpsAddress = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, hash } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && hash === '';
}, 'expected an https address');

/** Whether and how the pages of published articles are looked at. */
export const checksSchema = z.strictObject({
  enabled: z.boolean().default(false),
  /** How long a page may take to be there and right, before what is wrong is shown. */
  withinMs: z
    .int()
    .min(0)
    .max(MAX_TIMER_MS)
    .default(10 * 60_000),
  /** What a page is to have. */
  parts: z.array(z.enum(PAGE_PARTS)).default(() => [...PAGE_PARTS]),
  /** Longest time for one look at one page, and largest page. */
  timeoutMs: z.int().min(100).max(120_000).default(10_000),
  maxBytes: z
    .int()
    .min(KIB)
    .max(32 * MIB)
    .default(2 * MIB),
  /** Ranges within the site's own network in which the front end may be all the same. */
  privateRanges: z
    .array(
      z.string().refine(isAddressRange, 'expected an IP address or a range like 203.0.113.0/24'),
    )
    .min(1)
    .optional(),
});

/** Whether search engines are told of what was published, moved or removed. */
export const indexNowSchema = z.strictObject({
  key: z.string().regex(INDEX_NOW_KEY, KEY_EXPECTED).optional(),
  /** Where the file with the key is; `/KEY.txt` of the front end when it is left out. */
  keyLocation: httpsAddress.optional(),
  endpoint: httpsAddress.default('https://api.indexnow.org/indexnow'),
});

type IndexNow = z.output<typeof indexNowSchema>;

/** The options with a key. */
export type WithKey = IndexNow & { key: string };

export const hasKey = (options: IndexNow): options is WithKey => options.key !== undefined;

interface PageOptions {
  checks: z.output<typeof checksSchema>;
  indexNow: IndexNow;
  articleUrl?: ArticleUrl | undefined;
  llmsTxt: { articleUrl?: ArticleUrl | undefined };
}

/** What keeps the options of pages from going together with the others, by dotted path. */
export function faultsOfPages(options: PageOptions): { path: string[]; message: string }[] {
  const { checks, indexNow } = options;
  const articleUrl = options.articleUrl ?? options.llmsTxt.articleUrl;
  const faults: { path: string[]; message: string }[] = [];
  const needed = 'expected "articleUrl" beside it: where articles are on your front end';
  if (checks.enabled && !articleUrl) faults.push({ path: ['checks', 'enabled'], message: needed });
  if (indexNow.key && !articleUrl) faults.push({ path: ['indexNow', 'key'], message: needed });
  if (indexNow.keyLocation === undefined) return faults;
  const path = ['indexNow', 'keyLocation'];
  if (!indexNow.key) faults.push({ path, message: 'expected "indexNow.key" beside it' });
  const host = articleUrl ? hostOfArticles(articleUrl) : null;
  if (host !== null && URL.canParse(indexNow.keyLocation)) {
    const other = new URL(indexNow.keyLocation).host !== host;
    if (other) faults.push({ path, message: `expected an address at ${host}, where articles are` });
  }
  return faults;
}
