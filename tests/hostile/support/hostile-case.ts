import type { DeliveryState } from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { makeDelivery, type WireArticle, type WireDelivery } from '../../support/feed/deliveries';

/** One hostile or broken input, the answer it gets, and what comes of it. */
export interface HostileCase {
  name: string;
  body: () => Buffer | string | object | Promise<Buffer | string | object>;
  headers?: Record<string, string>;
  status: 202 | 400 | 413 | 415 | 422;
  /** Where the delivery ends; null when it is not kept. */
  state: DeliveryState | null;
  /** Paths that its issues name, all of them; left out where they do not matter. */
  issues?: string[];
  /** The feed's id of the article that it is about. */
  articleId?: string;
  /** What the draft shows; null when there is to be no article. */
  article?: Record<string, unknown> | null;
}

/** Any change of an article, also to what no sender should send. */
export type Tampering = Record<string, unknown>;

/** A complete delivery with a tampered article. */
export function tampered(article: Tampering): WireDelivery {
  const delivery = makeDelivery();
  const { files } = delivery.article;
  // Its name repeats the slug: another slug would make it an issue of its own.
  Reflect.deleteProperty(files.llmTxt, 'fileName');
  return { ...delivery, article: { ...delivery.article, ...(article as Partial<WireArticle>) } };
}

/** A delivery that is taken, whatever is wrong with an optional part of it. */
export function taken(
  name: string,
  article: Tampering,
  shows: Record<string, unknown>,
  issues: string[] = [],
): HostileCase {
  const delivery = tampered(article);
  return {
    name,
    body: () => delivery,
    status: 202,
    state: 'applied',
    issues,
    articleId: delivery.article.id,
    article: shows,
  };
}

/** A delivery that does not say what it is about. */
export function unusable(
  name: string,
  article: Tampering,
  issues: string[],
  envelope: Record<string, unknown> = {},
): HostileCase {
  const delivery = { ...tampered(article), ...envelope };
  return {
    name,
    body: () => delivery,
    status: 422,
    state: 'quarantined',
    issues,
    articleId: delivery.article.id,
    article: null,
  };
}

/** A list of so many entries, whatever they are. */
export const some = (count: number): unknown[] => Array<unknown>(count).fill(expect.anything());
