/** What an address of a preview is made of. */
export interface PreviewedEntry {
  /** Where the article is, or will be, on the front end. */
  url: string;
  slug: string;
  /** The feed's language, or the locale of an entry of the site's own; null where there is none. */
  language: string | null;
  documentId: string;
  status: 'draft' | 'published';
}

/** A pattern like `https://blog.example.org/preview?secret=…&url={url}`, or a function of the entry. */
export type DraftAddress = string | ((entry: PreviewedEntry) => string | null);

/** What Strapi asks a preview's handler about. */
export interface PreviewRequest {
  documentId?: string;
  locale?: string | null;
  status?: string;
}

const NAMES = ['url', 'slug', 'language', 'documentId', 'status'] as const;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** What is wrong with where drafts are shown; null when nothing is. */
export function faultOfDraftAddress(draft: unknown): string | null {
  if (draft === undefined || typeof draft === 'function') return null;
  const example = 'expected an address like https://blog.example.org/preview?url={url}';
  if (typeof draft !== 'string' || !/^https?:\/\/[^\s/{}]+/.test(draft)) return example;
  const names = [...draft.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    return `there is no {${unknown}}; expected ${NAMES.map((name) => `{${name}}`).join(', ')}`;
  }
  return names.some((name) => name !== 'status') ? null : example;
}

/** Where an entry can be looked at: what is published at its address, a draft where the site says. */
export function previewAddress(
  entry: PreviewedEntry,
  draft: DraftAddress | undefined,
): string | null {
  if (entry.status === 'published') return entry.url;
  if (typeof draft === 'function') return draft({ ...entry });
  if (draft === undefined) {
    const url = new URL(entry.url);
    url.searchParams.set('status', 'draft');
    return url.href;
  }
  return draft.replace(PLACEHOLDER, (_, name: (typeof NAMES)[number]) =>
    encodeURIComponent(entry[name] ?? ''),
  );
}
