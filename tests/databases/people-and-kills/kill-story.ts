import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import type { WireImage } from '../../support/feed/images';
import type { SiteClient } from '../../support/site/client';
import type { FIELDS, Send } from './kill-steps';

const START = Date.parse('2026-10-01T08:00:00.000Z');
const MINUTE = 60_000;

/** An article, what the service said of it and what people did to it. */
export interface Story {
  first: WireDelivery;
  sent: { at: number; word: Send['word']; body: WireDelivery }[];
  /** What they saved last. */
  saved: Partial<Record<(typeof FIELDS)[number], string>>;
  isDeleted: boolean;
  isPublishedByHand: boolean;
}

export const newStory = (slug: string): Story => ({
  first: makeDelivery({ article: { slug } }),
  sent: [],
  saved: {},
  isDeleted: false,
  isPublishedByHand: false,
});

/** A delivery as it is sent; no two of a history are of the same time. */
export function said(
  { sent, first }: Story,
  send: Send,
  { number, pictures, tag }: { number: number; pictures: readonly WireImage[]; tag: string },
): WireDelivery {
  const { age, word, says } = send;
  const picture = pictures[send.picture];
  const at = START + age * MINUTE + number;
  const time = new Date(at).toISOString();
  const body = nextDelivery(first, {
    event: word === 'ready' ? 'article.ready' : 'article.status_changed',
    timestamp: time,
    article: {
      title: `Title ${number}`,
      tldr: `Service tldr ${says}`,
      description: `Service description ${says}`,
      status: word === 'ready' ? 'draft' : word,
      images: picture ? [picture] : [],
      heroImageUrl: picture?.url ?? '',
      tags: [`${tag} ${says}`],
      updatedAt: time,
    },
  });
  sent.push({ at, word, body });
  return body;
}

interface Shown {
  title: string;
  tldr: string;
  description: string;
  heroImage: { url: string } | null;
}

/** What a site shows of an article: its newest delivery, with what people wrote. */
export async function expectTold(client: SiteClient, story: Story): Promise<void> {
  const { saved, isDeleted, isPublishedByHand } = story;
  const filter = `filters[sourceId]=${story.first.article.id}&populate[heroImage]=true`;
  const drafts = await client.entries<Shown>(`/articles?status=draft&${filter}`);
  const published = await client.entries<Shown>(`/articles?${filter}`);
  const sent = [...story.sent].sort((one, other) => one.at - other.at);
  const newest = sent.at(-1);
  if (!newest || isDeleted)
    return expect({ drafts, published }).toEqual({ drafts: [], published: [] });
  const { title, tldr, description, images } = newest.body.article;
  expect(drafts).toMatchObject([{ title, tldr, description, ...saved }]);
  expect(drafts[0]?.heroImage === null).toBe(images.length === 0);
  // Whether their publication or a word of the service's came last, depends on who was faster.
  if (isPublishedByHand) return;
  const word = sent.findLast((one) => one.word !== 'ready');
  const isPublic = word?.word === 'published';
  expect(published).toHaveLength(isPublic ? 1 : 0);
  // With people's edits in the draft, a newer publication may be held.
  if (isPublic && Object.keys(saved).length === 0)
    expect(published).toMatchObject([{ title: word.body.article.title }]);
}
