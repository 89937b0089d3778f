import type { FieldRule, TargetOptions } from '../../../../shared/articles/mapping';
import { distance } from '../../../../shared/nearest';
import { findSource, type SourceKind } from '../model/sources';
import { readMapping } from './read-mapping';
import { fillable, type Attribute, type Schema, type Schemas } from '../model/schemas';

export interface Proposal {
  target: TargetOptions;
  /** Paths of the fields for which no value of the feed was found. */
  left: string[];
}

/** Names under which sites keep what the feed calls otherwise; the feed's own names come first. */
const KNOWN_AS: readonly (readonly [source: string, names: string])[] = [
  ['slug', 'slug urlSlug permalink path'],
  ['title', 'title headline heading name metaTitle seoTitle ogTitle shareTitle pageTitle'],
  ['content', 'content body text markdown article richText main copy'],
  [
    'description',
    'description excerpt summary teaser intro lead abstract subtitle standfirst deck lede metaDescription seoDescription ogDescription shareDescription',
  ],
  ['tldr', 'tldr short inShort'],
  [
    'heroImage',
    'heroImage cover hero image featuredImage thumbnail picture photo coverImage metaImage ogImage shareImage',
  ],
  ['heroImageAlt', 'heroImageAlt coverAlt imageAlt alt altText alternativeText alternative'],
  ['images', 'images gallery pictures photos media'],
  ['category', 'category section topic rubric'],
  ['tags', 'tags labels topics'],
  ['keywords', 'keywords metaKeywords seoKeywords'],
  ['keyTakeaways', 'keyTakeaways takeaways points keyPoints highlights tips hints'],
  ['author', 'author writer authors byline creator'],
  ['campaign.name', 'campaign campaignName'],
  [
    'frontmatterDate',
    'frontmatterDate date day publishedOn publishDate publicationDate publishedDate postDate',
  ],
  ['plannedForDate', 'plannedForDate plannedDate scheduledFor'],
  ['sourceUpdatedAt', 'sourceUpdatedAt lastUpdated modified changedAt revisedAt'],
  ['sourceCreatedAt', 'sourceCreatedAt written writtenAt'],
  ['language', 'language lang'],
  ['articleType', 'articleType type kind postType format'],
  ['readingTimeMinutes', 'readingTimeMinutes readingTime readTime minutes minutesToRead'],
  ['readingTimeText', 'readingTimeText'],
  ['wordCount', 'wordCount words'],
  ['primaryKeyword', 'primaryKeyword focusKeyword keyphrase'],
  ['topicClusterTitle', 'topicClusterTitle cluster topicCluster'],
  ['funnelStage', 'funnelStage funnel'],
  ['jsonLd', 'jsonLd structuredData schemaOrg jsonld'],
  ['llmsTxt', 'llmsTxt llms llmTxt'],
  ['sourceId', 'sourceId externalId feedId articleId foreignId remoteId reference'],
  ['previousSlugs', 'previousSlugs formerSlugs oldSlugs redirects'],
  ['isPublished', 'isPublished live published isLive'],
];

/** Fields of a related type that usually name an entry. */
const NAMING = 'name title label fullName displayName userName heading slug key'.split(' ');

/**
 * What fields take that hold no text. A mapping may fill them with any text that says such a value; of the feed's
 * none does, whatever a field is called: `showAuthor` is no author.
 */
const MEANT_FOR: Readonly<Record<string, readonly SourceKind[]>> = {
  boolean: ['flag'],
  integer: ['number'],
  biginteger: ['number'],
  decimal: ['number'],
  float: ['number'],
  date: ['day', 'instant'],
  datetime: ['day', 'instant'],
  timestamp: ['day', 'instant'],
  email: [],
};

/** Fields that say something of a page, and nothing of the article on it, whatever their names end in. */
const OF_A_PAGE = /^(?:og|opengraph)(?:type|sitename)$/;

const plain = (name: string): string => name.replace(/[^a-z0-9]/gi, '').toLowerCase();

/**
 * The feed's values that a field's name suggests, the likeliest first.
 * @param isExact only those by the very name.
 */
function candidates(name: string, isExact = false): string[] {
  const key = plain(name);
  if (OF_A_PAGE.test(key)) return [];
  const scored = KNOWN_AS.map(([source, names]) => {
    const scores = names.split(' ').map((other, index) => {
      const word = plain(other);
      if (word === key) return index / 100;
      if (isExact) return Infinity;
      const isPart = word.length > 3 && (key.endsWith(word) || key.startsWith(word));
      if (isPart) return 1 + index / 100;
      return key.length > 4 && distance(word, key) <= 1 ? 2 : Infinity;
    });
    return { source, score: Math.min(...scores) };
  });
  return scored
    .filter(({ score }) => score < Infinity)
    .sort((a, b) => a.score - b.score)
    .map(({ source }) => source);
}

/** Whether a value of the feed is what a field is there for. */
function isMeantFor({ type }: Attribute, source: string): boolean {
  const kind = findSource(source, null)?.kind;
  return kind !== undefined && (MEANT_FOR[type]?.includes(kind) ?? true);
}

/** The field of a related type by which an entry is known: one that is called so, else its first short text. */
function namingField(related: Schema): string | undefined {
  const names = fillable(related);
  const known = NAMING.map(plain).flatMap(
    (word) => names.find((name) => plain(name) === word) ?? [],
  );
  const texts = names.filter((name) => related.attributes[name]?.type === 'string');
  return known[0] ?? texts.find((name) => related.attributes[name]?.required) ?? texts[0];
}

/**
 * The value for an enumeration where the feed's word is none of its own: its default, or a word like
 * "other". Any other word would say something of the article that nobody said, so only a required field
 * gets its first one.
 */
function leftOver({ enum: words = [], default: standard, required }: Attribute) {
  if (typeof standard === 'string') return standard;
  return (
    words.find((word) => /^(other|misc|general|none)/i.test(word)) ??
    (required ? words[0] : undefined)
  );
}

/**
 * A mapping that the names and types of a content type's fields suggest. Each rule in it fits the
 * schemas; what the names do not say is left to the site.
 * @throws Error when there is no such content type.
 */
export function propose(type: string, schemas: Schemas): Proposal {
  const owner = schemas.contentTypes[type];
  const outline = readMapping({ type, fields: {} }, schemas);
  const wrong = outline.faults.find((fault) => fault.startsWith('"target.type"'));
  if (!owner || wrong) throw new Error(wrong);
  const left: string[] = [];
  const fields = proposeFields(owner, []);
  return { target: { type, fields }, left };

  function proposeFields(schema: Schema, path: readonly string[]): Record<string, FieldRule> {
    const rules: Record<string, FieldRule> = {};
    for (const name of fillable(schema)) {
      const attribute = schema.attributes[name];
      const at = [...path, name];
      const rule = attribute && proposeRule(name, attribute, at);
      if (rule) rules[name] = rule;
      else left.push(at.join('.'));
    }
    return rules;
  }

  function proposeRule(name: string, attribute: Attribute, path: readonly string[]) {
    if (attribute.type === 'component') return proposeComponent(name, attribute, path);
    if (attribute.type === 'dynamiczone') return proposeZone(name, attribute);
    // With a pattern, like that of a colour, the field's whole name has to match: `titleColor` is no title.
    const sources = candidates(name, attribute.regex !== undefined);
    // A UID field is the slug, and a required media field the image, whatever it is called.
    if (attribute.type === 'uid') sources.push('slug');
    if (attribute.type === 'media' && attribute.required) {
      sources.push(attribute.multiple ? 'images' : 'heroImage');
    }
    const meant = sources.filter((from) => isMeantFor(attribute, from));
    const rules = meant.flatMap((from) => variants(from, attribute));
    return rules.find((rule) => fits(attribute, rule)) ?? null;
  }

  function variants(from: string, attribute: Attribute): FieldRule[] {
    if (attribute.type === 'enumeration') {
      const otherwise = leftOver(attribute);
      return otherwise === undefined ? [from] : [{ from, otherwise }];
    }
    if (attribute.type !== 'relation') return [from];
    const related = schemas.contentTypes[attribute.target ?? ''];
    const match = related && namingField(related);
    if (match === undefined) return [];
    return [
      { from, match, create: true },
      { from, match },
    ];
  }

  function proposeComponent(
    name: string,
    attribute: Attribute,
    path: readonly string[],
  ): FieldRule | null {
    const component = schemas.components[attribute.component ?? ''];
    if (!component) return null;
    if (!attribute.repeatable) {
      const fields = proposeFields(component, path);
      return Object.keys(fields).length > 0 ? { fields } : null;
    }
    for (const each of candidates(name).filter((source) => LISTS.has(source))) {
      const item = fillable(component).find((field) =>
        fits(attribute, { each, fields: { [field]: 'item' } }),
      );
      if (item !== undefined) return { each, fields: { [item]: 'item' } };
    }
    return null;
  }

  /** Proposes the article's text for a dynamic zone; for its other sections names suggest nothing. */
  function proposeZone(name: string, attribute: Attribute): FieldRule | null {
    const isText = candidates(name).includes('content') || /section|block|zone/i.test(name);
    const texts = Object.values(owner?.attributes ?? {}).some(({ type: of }) =>
      ['richtext', 'blocks'].includes(of),
    );
    if (!isText || texts) return null;
    for (const component of attribute.components ?? []) {
      const schema = schemas.components[component];
      const field = Object.entries(schema?.attributes ?? {}).find(([, { type: of }]) =>
        ['richtext', 'blocks'].includes(of),
      );
      if (field) return [{ component, fields: { [field[0]]: 'content' } }];
    }
    return null;
  }

  /** Whether a rule passes the check that is made at boot. */
  function fits(attribute: Attribute, rule: FieldRule): boolean {
    const probe: Schema = {
      uid: PROBE,
      attributes: { field: attribute },
      options: { draftAndPublish: true },
    };
    const contentTypes = { ...schemas.contentTypes, [PROBE]: probe };
    const trial = { type: PROBE, fields: { field: rule } };
    return readMapping(trial, { ...schemas, contentTypes }).faults.length === 0;
  }
}

const PROBE = 'api::probe.probe';
const LISTS = new Set(['keyTakeaways', 'keywords', 'tags', 'images']);
