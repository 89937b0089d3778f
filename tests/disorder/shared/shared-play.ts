import { isDeepStrictEqual } from 'node:util';
import type { Model } from './shared-model';
import { expectedOf } from './shared-shown';
import type { sharedArticles } from './shared-site';

type Played = Awaited<ReturnType<typeof sharedArticles>>;

/**
 * Holds what can be seen against what is right.
 * @param right what it may be.
 * @returns those of them that it is.
 */
export async function seenAs(
  right: readonly Model[],
  articles: Played,
  step: unknown,
): Promise<Model[]> {
  const isTouched = (article: number) => right[0]?.articles[article]?.isTouched === true;
  const seen = await articles.seen(isTouched);
  const found = right.filter((one) => isDeepStrictEqual(expectedOf(one), seen));
  if (found.length === 0 && right[0])
    expect({ step, ...seen }).toEqual({ step, ...expectedOf(right[0]) });
  const amiss = await articles.amiss(isTouched);
  expect({ step, amiss }).toEqual({ step, amiss: { offered: [], dangling: [], missing: [] } });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
