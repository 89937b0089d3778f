import { readTags, UNREAD } from './tag-reader';

/** What a page of a front end has, for whoever wants to know whether it is the right one. */
export interface ReadPage {
  /** All that is to be read in it, the title in its head included. */
  text: string;
  /** The addresses of its images, in whatever attribute. */
  images: string[];
  /** What stands in place of its images. */
  alternatives: string[];
  /** Its JSON-LD documents; undefined for one that is not JSON. */
  jsonLd: unknown[];
  /** Its canonical addresses, as they are written. */
  canonicals: string[];
}

const IMAGE_ATTRIBUTES = ['src', 'srcset', 'data-src', 'data-srcset', 'poster', 'style'];

/** Reads a page, and runs nothing. */
export function readPage(html: string): ReadPage {
  const page: ReadPage = { text: '', images: [], alternatives: [], jsonLd: [], canonicals: [] };
  const texts: string[] = [];
  let unread: string | null = null;
  let json: string[] | null = null;
  let templates = 0;

  readTags(html, {
    onStartTag(name, attributes) {
      if (name === 'template') templates += 1;
      if (templates > 0) return;
      if (UNREAD.has(name)) unread = name;
      if (isJsonLd(name, attributes)) json = [];
      readElement(name, attributes, page);
    },
    onEndTag(name) {
      if (name === 'template') templates = Math.max(0, templates - 1);
      if (name === unread) unread = null;
      if (name === 'script' && json) {
        page.jsonLd.push(parsed(json.join('')));
        json = null;
      }
    },
    onText(text) {
      if (json) json.push(text);
      else if (unread === null && templates === 0) texts.push(text);
    },
  });
  return { ...page, text: texts.join('') };
}

type Attributes = ReadonlyMap<string, string>;

const isJsonLd = (tagName: string, attributes: Attributes): boolean =>
  tagName === 'script' &&
  (attributes.get('type') ?? '').trim().toLowerCase().startsWith('application/ld+json');

function readElement(tagName: string, attributes: Attributes, page: ReadPage): void {
  for (const name of IMAGE_ATTRIBUTES) {
    const value = attributes.get(name);
    if (value) page.images.push(value);
  }
  const alternative = tagName === 'img' ? attributes.get('alt') : undefined;
  if (alternative) page.alternatives.push(alternative);
  if (tagName === 'image') page.images.push(attributes.get('href') ?? '');
  if (tagName === 'link') {
    const relations = (attributes.get('rel') ?? '').toLowerCase().split(/\s+/);
    if (relations.includes('canonical')) page.canonicals.push(attributes.get('href') ?? '');
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
