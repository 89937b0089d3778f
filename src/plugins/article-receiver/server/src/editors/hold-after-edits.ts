import { rootOf } from '../mapping/values/changes';
import type { Hold, LastWritten } from '../projection/article/plan-article';

/**
 * The hold after somebody changed a draft. A publication that was released but is not out yet waits again, because
 * whoever released it had not seen the change; unless the change fills in what Strapi refused it for.
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
