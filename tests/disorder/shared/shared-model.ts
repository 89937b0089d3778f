import { ARTICLES, type Picture, type Said, type Tag } from './shared-steps';

/** What is known of a document by the contract: what it has, and what the service said of it last. */
export interface Document {
  /** Null where somebody deleted it, or nobody made it yet. */
  values: Record<string, string> | null;
  said: Record<string, { value: string; at: number }>;
}

interface File extends Document {
  isMoved: boolean;
  isReplaced: boolean;
  /** Whether its bytes are in the log. */
  hasBytes: boolean;
  /** What each article says of it: the one that brought it first is heard. */
  claims: Record<string, { first: number; newest: number; values: Record<string, string> }>;
}

export interface Version {
  tags: string[];
  campaign: boolean;
  asset: string | null;
  hero: number | null;
}

export interface Delivered extends Said {
  at: number;
  /** Whether its body is gone. */
  isDropped: boolean;
}

/** A stranger's delivery, in quarantine. */
export interface Kept {
  article: number;
  one: Delivered;
  isDiscarded: boolean;
}

export interface Article {
  said: Delivered[];
  draft: Version | null;
  published: Version | null;
  /** Whether the tags are a person's. */
  isTheirs: boolean;
  /** Whether a person ever changed it: what is published of it waits for them then. */
  isTouched: boolean;
}

export interface Model {
  campaign: Document;
  tags: Record<string, Document>;
  files: Record<string, File>;
  /** Each with whether it has its file. */
  assets: Record<string, Document & { hasFile: boolean }>;
  articles: Article[];
  quarantined: Kept[];
  /** Whether the site takes what strangers send. */
  isOpen: boolean;
}

export const unmade = (): Document => ({ values: null, said: {} });

export const nothing = (): Model => ({
  campaign: unmade(),
  tags: { a: unmade(), b: unmade(), c: unmade() },
  files: {},
  assets: {},
  articles: Array.from({ length: ARTICLES }, () => ({
    said: [],
    draft: null,
    published: null,
    isTheirs: false,
    isTouched: false,
  })),
  quarantined: [],
  isOpen: false,
});

export const tagName = ({ tag, writing }: { tag: Tag; writing: number }) =>
  writing === 0 ? `tag ${tag}` : `TAG ${tag.toUpperCase()}`;
export const campaignName = (campaign: number) => `Campaign ${campaign}`;
export const wordsOf = (article: number, { words }: Picture) => ({
  alternativeText: `Alt ${article} ${words}`,
  caption: words === 2 ? '' : `Caption ${article} ${words}`,
});
export const assetOf = (article: number, { image, address }: Omit<Picture, 'words'>) =>
  `${article} ${address} ${image}`;

/** The last to speak of a field is heard, unless what is there is a person's. */
function hear(document: Document, values: Record<string, string>, at: number): void {
  const { values: now, said } = document;
  if (now === null) document.values = { ...values };
  for (const [field, value] of Object.entries(values)) {
    const last = said[field];
    if (now !== null) {
      if (last && at < last.at) continue;
      const isTheirs = last ? now[field] !== last.value : (now[field] ?? '') !== '';
      if (!isTheirs) now[field] = value;
    }
    said[field] = { value, at };
  }
}

function hearOfFile(file: File, article: number, values: Record<string, string>, at: number): void {
  const before = file.claims[article];
  const isNewest = !before || at > before.newest;
  file.claims[article] = {
    first: Math.min(at, before?.first ?? at),
    newest: isNewest ? at : before.newest,
    values: isNewest ? values : before.values,
  };
  const [first] = Object.values(file.claims).sort((one, other) => one.first - other.first);
  if (!first) return;
  // Of one claim alone, the last word is heard.
  for (const [field, value] of Object.entries(first.values)) {
    const last = file.said[field];
    if (file.values && (!last || file.values[field] === last.value)) file.values[field] = value;
    file.said[field] = { value, at };
  }
  file.values ??= { ...first.values };
}

export const sameTags = (one: readonly string[], other: readonly string[]) =>
  one.join() === other.join();
export const tagsOf = ({ tags }: Said): string[] => tags.map(({ tag }) => tag);

/** The tag that has a name, letter case aside. */
export const tagCalled = (model: Model, name: string): string | undefined =>
  Object.keys(model.tags).find(
    (tag) => model.tags[tag]?.values?.name?.toLowerCase() === name.toLowerCase(),
  );

/** The tags that a delivery leads to: where one is not there, another may have its name. */
export const ledTo = (model: Model, { tags }: Said): string[] => [
  ...new Set(
    tags.map((said) =>
      model.tags[said.tag]?.values ? said.tag : (tagCalled(model, tagName(said)) ?? said.tag),
    ),
  ),
];

const inOrder = ({ said }: Article) => [...said].sort((one, other) => one.at - other.at);
export const newestOf = (article: Article) => inOrder(article).at(-1);
const publishedOf = (article: Article): Delivered | undefined => {
  const word = inOrder(article).findLast((one) => one.word !== 'draft');
  return word?.word === 'published' ? word : undefined;
};

/** The deliveries of an article that it cannot do without. */
export const neededOf = (article: Article) => [newestOf(article), publishedOf(article)];

/** The picture of a delivery, unless it has no file and nobody has its bytes. */
const pictureOf = (model: Model, { picture }: Said): Picture | null => {
  const file = picture && model.files[picture.image];
  return file && file.values === null && !file.hasBytes ? null : picture;
};

/** What a delivery says of documents: of those alone that are there, where a person chose others. */
function place(model: Model, article: number, one: Delivered, isHeld: boolean): void {
  const { at } = one;
  const picture = pictureOf(model, one);
  if (picture) {
    const words = wordsOf(article, picture);
    const file = (model.files[picture.image] ??= {
      ...unmade(),
      ...{ isMoved: false, isReplaced: false, hasBytes: true, claims: {} },
    });
    hearOfFile(file, article, words, at);
    const asset = (model.assets[assetOf(article, picture)] ??= { ...unmade(), hasFile: false });
    hear(asset, { alt: words.alternativeText }, at);
    asset.hasFile = true;
  }
  hear(model.campaign, { name: campaignName(one.campaign) }, at);
  for (const said of one.tags) {
    const tag = model.tags[said.tag];
    const isThere = tag?.values !== null;
    if (!tag || (!isThere && (isHeld || tagCalled(model, tagName(said))))) continue;
    hear(tag, { name: tagName(said) }, at);
  }
}

function versionOf(model: Model, article: number, one: Delivered): Version {
  const picture = pictureOf(model, one);
  return {
    tags: ledTo(model, one),
    campaign: true,
    asset: picture && assetOf(article, picture),
    hero: picture && picture.image,
  };
}

/**
 * Projects an article.
 * @param arrived a delivery that is new.
 * @param isWhole puts all deliveries in place again.
 */
export function project(
  model: Model,
  article: number,
  { arrived, isWhole = false }: { arrived?: Delivered; isWhole?: boolean } = {},
): void {
  const own = model.articles[article];
  const newest = own && newestOf(own);
  if (!own || !newest) return;
  const word = publishedOf(own);
  const isHeld = own.isTheirs;
  for (const one of inOrder(own)) {
    const isNeeded = [newest, word, arrived].includes(one);
    if (isNeeded || (isWhole && !one.isDropped)) place(model, article, one, isHeld);
  }
  const led = ledTo(model, newest);
  own.isTheirs &&= !sameTags(own.draft?.tags ?? [], led);
  const tags = own.isTheirs && own.draft ? own.draft.tags : led;
  own.draft = { ...versionOf(model, article, newest), tags };
  own.published = word ? versionOf(model, article, word) : null;
}
