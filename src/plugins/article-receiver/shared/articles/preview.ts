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
export type PreviewAddress = string | ((entry: PreviewedEntry) => string | null);

/** Where a front end shows an article's versions, where it does not at the article's own address. */
export type PreviewAddresses = { readonly [Status in PreviewedEntry['status']]?: PreviewAddress };

/** What Strapi asks a preview's handler about. */
export interface PreviewRequest {
  documentId?: string;
  locale?: string | null;
  status?: string;
}

const NAMES = ['url', 'slug', 'language', 'documentId', 'status'] as const;
const PLACEHOLDER = /\{([^{}]*)\}/g;

/** What is wrong with where a version is shown; null when nothing is. */
export function faultOfPreviewAddress(address: unknown): string | null {
  if (address === undefined || typeof address === 'function') return null;
  const example = 'expected an address like https://blog.example.org/preview?url={url}';
  if (typeof address !== 'string' || !/^https?:\/\/[^\s/{}]+/.test(address)) return example;
  const names = [...address.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  const unknown = names.find((name) => !(NAMES as readonly string[]).includes(name));
  if (unknown !== undefined) {
    return `there is no {${unknown}}; expected ${NAMES.map((name) => `{${name}}`).join(', ')}`;
  }
  return names.some((name) => name !== 'status') ? null : example;
}

/** Where an entry can be looked at: where the site says, or else at its own address. */
export function previewAddress(entry: PreviewedEntry, addresses: PreviewAddresses): string | null {
  const address = addresses[entry.status];
  if (typeof address === 'function') return address({ ...entry });
  if (address === undefined) {
    const url = new URL(entry.url);
    if (entry.status === 'draft') url.searchParams.set('status', 'draft');
    return url.href;
  }
  return address.replace(PLACEHOLDER, (_, name: (typeof NAMES)[number]) =>
    encodeURIComponent(entry[name] ?? ''),
  );
}
