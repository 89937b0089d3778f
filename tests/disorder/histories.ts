import fc from 'fast-check';
import { makeDelivery, type WireArticle, type WireDelivery } from '../support/feed/deliveries';
import type { WireImage } from '../support/feed/images';

/** What one delivery of a history says, in small numbers that a failed run prints readably. */
export interface Step {
  article: number;
  /** Minutes; several deliveries may have the same, and it may run against `updated`. */
  time: number;
  updated: number | null;
  word: (typeof WORDS)[number];
  slug: number;
  /** The word instead, of an article that is not to be published. */
  unpublished: (typeof UNPUBLISHED)[number];
  image: number | null;
  tags: number[];
  campaignName: number;
  language: (typeof LANGUAGES)[number];
  /** The field is empty without which the site publishes nothing. */
  lacks: boolean;
}

export type History = Step[];

const WORDS = [
  ...(['draft', 'published', 'archived'] as const),
  ...(['PUBLISHED', 'never_seen', 'ready'] as const),
];
const TAGS = [
  ...['coffee', 'Coffee', 'tea', 'Öl', 'Oel', 'home brewing', 'home-brewing'],
  ...['C', 'C++', 'C#', 'Café', 'cafe'],
];
const ARTICLES = 5;
/**
 * Articles that may be published, each with slugs of its own: an address that readers know stays,
 * so of two published articles with one slug the first to come has it. The others ask for any.
 */
const PUBLISHABLE = 2;
const UNPUBLISHED = ['ready', 'ready', 'never_seen', 'archived', 'draft'] as const;
const SLUGS = 3;
const LANGUAGES = ['en', 'de'] as const;
/** The service says `null` of what it has nothing for. */
const NOTHING = { description: null } as never as Partial<WireArticle>;
const MINUTE = 60_000;
const START = Date.parse('2026-09-01T08:00:00.000Z');

const step: fc.Arbitrary<Step> = fc.record({
  article: fc.nat(ARTICLES - 1),
  time: fc.nat(6),
  updated: fc.option(fc.nat(12), { nil: null, freq: 6 }),
  word: fc.constantFrom(...WORDS),
  slug: fc.nat(SLUGS * (PUBLISHABLE + 1) + 1),
  unpublished: fc.constantFrom(...UNPUBLISHED),
  image: fc.option(fc.nat(2), { nil: null }),
  tags: fc.uniqueArray(fc.nat(TAGS.length - 1), { maxLength: 3 }),
  campaignName: fc.nat(3),
  language: fc.constantFrom(...LANGUAGES),
  lacks: fc.boolean(),
});

/**
 * Histories of several articles. Times are tied and jump; but no two deliveries are tied in both
 * times: of those the later one in the log wins, which is the order of arrival by definition.
 */
export const histories: fc.Arbitrary<History> = fc.uniqueArray(step, {
  minLength: 2,
  maxLength: 12,
  selector: ({ time, updated }) => `${time} ${updated}`,
});

/** Identifiers of one run of a history, in the order in which its deliveries arrive. */
export interface Run {
  name: string;
  images: readonly WireImage[];
}

const at = (minutes: number): string => new Date(START + minutes * MINUTE).toISOString();

/**
 * Any of a few slugs for the articles that are never published: swaps, collisions, renames, those of
 * published articles, and such as look like the number of another.
 */
function slugOf({ article, slug }: Step, name: string): string {
  const of = (owner: number, number: number) => `${name}-${owner}-slug-${'abc'[number]}`;
  if (article < PUBLISHABLE) return of(article, slug % SLUGS);
  const owner = Math.floor(slug / SLUGS);
  return owner > PUBLISHABLE ? `${of(PUBLISHABLE, 0)}-2` : of(owner, slug % SLUGS);
}

/** The deliveries of a history, under identifiers of this run alone. */
export function deliveriesOf(history: History, { name, images }: Run): WireDelivery[] {
  return history.map((step, index) => {
    const word = step.article < PUBLISHABLE ? step.word : step.unpublished;
    const campaignId = `cmp_${name}`;
    const image = step.image === null ? undefined : images[step.image];
    const article: Partial<WireArticle> & { updatedAt?: string } = {
      id: `art_${name}_${step.article}`,
      campaignId,
      campaign: {
        id: campaignId,
        name: `Campaign ${step.campaignName}`,
        language: 'en',
        websiteId: 'site_1',
      },
      slug: slugOf(step, name),
      language: step.language,
      title: `Title ${index}`,
      ...(step.lacks ? NOTHING : { description: `Description ${index}` }),
      tldr: '',
      content: `# Title ${index}\n\n${image ? `![x](${image.url})\n` : ''}`,
      status: word === 'ready' ? 'draft' : word,
      tags: step.tags.map((tag) => `${TAGS[tag]} ${name}`),
      images: image ? [{ ...image, alt: `Alt ${index}` }] : [],
      heroImageUrl: image?.url ?? '',
      createdAt: at(0),
      ...(step.updated === null ? {} : { updatedAt: at(step.updated) }),
    };
    const event = word === 'ready' ? 'article.ready' : 'article.status_changed';
    const delivery = makeDelivery({ event, timestamp: at(step.time), article });
    if (step.updated === null) Reflect.deleteProperty(delivery.article, 'updatedAt');
    return withoutChance(delivery, name);
  });
}

/** The parts of a made delivery that differ each time it is made. */
function withoutChance(delivery: WireDelivery, name: string): WireDelivery {
  const { contentPlan, ...article } = delivery.article;
  const plan = Object.entries(contentPlan).map(([field, value]) => [
    field,
    field.endsWith('d') ? `plan_${name}` : value,
  ]);
  const changed = { ...article, contentPlan: Object.fromEntries(plan) as typeof contentPlan };
  return { ...delivery, article: changed };
}

/** An order of arrival: every delivery at least once, some again, in any order. */
export const arrivals = (length: number): fc.Arbitrary<number[]> =>
  fc
    .tuple(
      fc.shuffledSubarray([...Array(length).keys()], { minLength: length }),
      fc.array(fc.nat(length - 1), { maxLength: 3 }),
    )
    .chain(([once, again]) =>
      fc.shuffledSubarray([...once, ...again], { minLength: length + again.length }),
    );
