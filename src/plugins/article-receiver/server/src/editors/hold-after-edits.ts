import { rootOf } from '../mapping/values/changes';
import type { Hold, LastWritten } from '../projection/article/plan-article';

/**
 * What is held once somebody changed a draft: a publication that was let go out and is not out yet waits
 * again, as whoever decided had not seen that. Who fills in what Strapi refused it for wants it out.
 * @param changed the entry's own fields.
 */
export function holdAfterEdits(
  { hold, refused }: Pick<LastWritten, 'hold' | 'refused'>,
  changed: readonly string[],
): Hold | null {
  if (!hold?.released) return hold;
  const asked = refused?.position === hold.position ? refused.fields.map(rootOf) : [];
  return changed.every((field) => asked.includes(field)) ? hold : { ...hold, released: false };
}
