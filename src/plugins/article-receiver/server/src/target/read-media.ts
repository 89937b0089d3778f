import type { ValueRule } from '../../../shared/mapping';
import { fault, hasOnly, readSources, type ReadRule } from './reading';
import { firstValue } from './read-value';
import type { ImageValue } from './target';

/** Reads a rule for a media field: the images of a delivery, as files of the Media Library. */
export const readMedia: ReadRule = (reading, written, place) => {
  const { option, attribute } = place;
  const rule = (typeof written === 'string' ? { from: written } : written) as ValueRule;
  if (!hasOnly(reading, rule, ['from'], option)) return null;
  const sources = readSources(reading, rule.from, place);
  if (!sources) return null;
  const misfit = sources.find(({ kind }) => kind !== 'image' && kind !== 'images');
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
      const ids = [found].flat().map((image) => (image as ImageValue).id);
      return multiple ? [...new Set(ids)] : (ids[0] ?? null);
    },
    isConstant: false,
  };
};
