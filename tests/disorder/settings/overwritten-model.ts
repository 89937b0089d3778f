import { DEMANDED, FIELDS, type Said, type Values } from '../people/people-model';

interface Shown {
  draft: Values | null;
  published: Values | null;
}

/**
 * What an article may show once the service's newest delivery is written, whatever people did before: the service wins.
 * @param said the deliveries that have arrived.
 * @param before what readers had.
 */
export function overwritten(said: readonly Said[], before: Values | null): Shown[] {
  const stream = said
    .filter(({ effect }) => effect !== 'ignore')
    .sort((one, other) => one.time - other.time);
  const draft = stream.at(-1)?.values ?? null;
  return publishedBy(stream, before).map((published) => ({ draft, published }));
}

/** What Strapi refuses to publish is as good as not said. */
function publishedBy(stream: readonly Said[], before: Values | null): (Values | null)[] {
  const at = stream.findLastIndex((one) => one.effect === 'unpublish' || isPublication(one));
  const word = stream[at];
  if (!word) return [before];
  if (word.effect === 'unpublish') return [null];
  const since = stream.slice(at);
  // Somebody published what the service says by now: the word that they knew brings no older text back.
  const isNewer =
    before !== null &&
    FIELDS.every((field) => since.some(({ values }) => values[field] === before[field]));
  // Where a newer word is refused, what is public stays.
  const isRefused = since.some((one) => one.effect === 'publish' && !isPublication(one));
  return [word.values, ...(isNewer || isRefused ? [before] : [])];
}

const isPublication = ({ effect, values }: Said): boolean =>
  effect === 'publish' && values[DEMANDED] !== '';
