import { isRecord, recordOf } from '../../../../shared/records';
import { fault, hasOnly, readSources, type ReadRule } from './reading';
import { firstValue } from './read-value';

/** Reads a rule for a media field: the images of a delivery, as files of the Media Library. */
export const readMedia: ReadRule = (reading, written, place) => {
  const { option, attribute } = place;
  const rule: Record<string, unknown> = isRecord(written) ? written : { from: written };
  if (!hasOnly(reading, rule, ['from'], option)) return null;
  const sources = readSources(reading, rule.from, place);
  if (!sources) return null;
  const misfit = sources.find(({ kind, read }) => kind !== 'image' && kind !== 'images' && !read);
  if (misfit) {
    const message = `"${misfit.name}" is no image; expected heroImage or images`;
    return fault(reading, option, message);
  }
  const { allowedTypes, multiple = false } = attribute;
  if (allowedTypes && !allowedTypes.includes('images')) {
    return fault(reading, option, 'the field does not allow images');
  }
  return {
    shape: { kind: 'media', multiple },
    compute: (scope) => {
      const found = firstValue(sources, null, scope)?.value ?? [];
      // A function may say anything; what is no image of the article is left out.
      const own = new Set([scope.values.images, scope.item].flat().map(idOf));
      const ids = [found]
        .flat()
        .map(idOf)
        .filter((id) => id !== null && own.has(id));
      return multiple ? [...new Set(ids)] : (ids[0] ?? null);
    },
    isConstant: false,
  };
};

/** The Media Library's number of an image of the article; null for what is none. */
function idOf(image: unknown): number | null {
  const { id } = recordOf(image);
  return typeof id === 'number' ? id : null;
}
