import fc from 'fast-check';
import { POST, POST_TARGET } from '../../support/articles/own-types';
import { ADDRESSES, CHANGES, type Addresses, type Changes } from './reboot-changes';

export { POST };
export const ARTICLE = 'plugin::article-receiver.article';

/** What of the feed a field of the site's own type is filled from; null where the mapping does not name it. */
interface Mapped {
  excerpt: 'description' | 'tldr' | null;
  note: 'tldr' | 'author' | null;
  source: 'author' | null;
  seo: 'title' | 'both' | null;
  takeaways: boolean;
  category: boolean;
  labels: boolean;
  author: boolean;
  cover: boolean;
  body: boolean;
}

/** What a site is configured with, from one boot to the next. */
export interface Settings {
  /** Null where articles go to the plugin's own type. */
  mapped: Mapped | null;
  edits: 'keep' | 'overwrite';
  adopt: 'id' | 'id-or-slug' | 'never';
  ready: boolean | 'planned';
  /** Whether what is published or archived does something else than in the beginning. */
  published: 'publish' | 'draft';
  archived: 'unpublish' | 'ignore';
  html: 'escape' | 'allow';
  /** What fields are changed to on their way to the plugin's own type. */
  changes: Changes | null;
  /** Where articles are on the front end, to which links between them lead; null where links stay as they are. */
  addresses: Addresses | null;
  /** In which folder images go, and whether they are too large. */
  folder: string;
  small: boolean;
  /** The locale of what the service calls `Deutsch`, and what happens without one. */
  german: 'de' | 'park' | 'default';
}

const mapped: fc.Arbitrary<Mapped> = fc.record({
  excerpt: fc.constantFrom<Mapped['excerpt'][]>('description', 'tldr', null),
  note: fc.constantFrom<Mapped['note'][]>(null, null, 'tldr', 'author'),
  source: fc.constantFrom<Mapped['source'][]>('author', null),
  seo: fc.constantFrom<Mapped['seo'][]>('title', 'both', null),
  takeaways: fc.boolean(),
  category: fc.boolean(),
  labels: fc.boolean(),
  author: fc.boolean(),
  cover: fc.boolean(),
  body: fc.boolean(),
});

export const settings: fc.Arbitrary<Settings> = fc.record({
  mapped: fc.option(mapped, { nil: null, freq: 3 }),
  edits: fc.constantFrom<Settings['edits'][]>('keep', 'keep', 'keep', 'overwrite'),
  adopt: fc.constantFrom<Settings['adopt'][]>('id', 'id', 'id-or-slug', 'never'),
  ready: fc.constantFrom<Settings['ready'][]>(false, false, false, true, 'planned'),
  published: fc.constantFrom<Settings['published'][]>('publish', 'publish', 'publish', 'draft'),
  archived: fc.constantFrom<Settings['archived'][]>('unpublish', 'unpublish', 'ignore'),
  html: fc.constantFrom<Settings['html'][]>('escape', 'escape', 'allow'),
  changes: fc.constantFrom<Settings['changes'][]>(null, null, 'site', 'line', 'fails'),
  addresses: fc.constantFrom<Settings['addresses'][]>(null, 'plain', 'language', 'function'),
  folder: fc.constantFrom('Articles', 'Articles', 'Press'),
  small: fc.constantFrom(false, false, false, true),
  german: fc.constantFrom<Settings['german'][]>('de', 'park', 'default'),
});

const named = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, rule]) => Boolean(rule)));

function targetOf(of: Mapped, german: Settings['german']) {
  const { takeaways, category, labels, author } = POST_TARGET.fields;
  const { title, slug, feedId, formerSlugs } = POST_TARGET.fields;
  const seo = of.seo && {
    fields: {
      metaTitle: 'title',
      ...(of.seo === 'both' ? { metaDescription: 'description' } : {}),
    },
  };
  const fields = named({
    ...{ title, slug, feedId, formerSlugs, seo },
    ...{ excerpt: of.excerpt, note: of.note, source: of.source },
    takeaways: of.takeaways && takeaways,
    category: of.category && category,
    labels: of.labels && { ...labels, create: true },
    author: of.author && author,
    cover: of.cover && 'heroImage',
    body: of.body && 'content',
  });
  return { type: POST, fields, locale: { missing: german === 'default' ? german : 'park' } };
}

/** The options of the plugin for it. */
export const configOf = ({ mapped, ready, published, archived, ...more }: Settings) => ({
  ...(mapped ? { target: targetOf(mapped, more.german) } : {}),
  ...(!mapped && more.changes ? { transform: CHANGES[more.changes] } : {}),
  ...(more.addresses
    ? { articleUrl: ADDRESSES[more.addresses], links: { from: ['/blog/{slug}'] } }
    : {}),
  ...(more.german === 'de' ? { languageMap: { Deutsch: 'de' } } : {}),
  images: { folder: more.folder, ...(more.small ? { maxPixels: 100 } : {}) },
  html: more.html,
  editorEdits: more.edits,
  adopt: more.adopt,
  publishOnReady: ready,
  statusMap: { published, archived },
});

/** What decides on what the service's words do. */
export const wordsOf = ({ ready, published, archived }: Settings): string =>
  [ready, published, archived].join();

export const typeOf = ({ mapped }: Settings): string => (mapped ? POST : ARTICLE);

/** What of the feed the fields are filled from that hold a text and nothing else. */
export function textsOf({ mapped }: Settings): Record<string, string> {
  if (!mapped) return Object.fromEntries(OWN_TEXTS.map((name) => [name, name]));
  const { excerpt, note, source, seo } = mapped;
  return named({
    ...{ title: 'title', excerpt, note, source },
    'seo.metaTitle': seo && 'title',
    'seo.metaDescription': seo === 'both' && 'description',
  }) as Record<string, string>;
}

const OWN_TEXTS = ['title', 'tldr', 'description', 'author', 'content'];

/** Fields that people write in, whether the mapping names them or not. */
export const WRITTEN: Record<string, readonly string[]> = {
  [ARTICLE]: OWN_TEXTS,
  [POST]: ['title', 'excerpt', 'note', 'source', 'seo.metaTitle', 'seo.metaDescription'],
};
