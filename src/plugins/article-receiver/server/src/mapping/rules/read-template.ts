import { asText } from './convert';
import { didYouMean } from '../../../../shared/nearest';
import { fault, type OptionPlace, type OptionReading } from './reading';
import { findSource, namesFor, valueOf, type Source, type SourceKind } from '../model/sources';
import { isBlank } from '../model/texts';

/** What would stand there as JSON, with numbers of this database in it. */
const NO_TEXT: ReadonlySet<SourceKind> = new Set(['image', 'images', 'campaign']);

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Reads `https://example.org/{slug}` as a value that is made of others. Where one of them is not
 * there, there is no text.
 */
export function readTemplate(
  reading: OptionReading,
  text: unknown,
  { option, item }: OptionPlace,
): Source | null {
  if (typeof text !== 'string' || text === '') {
    return fault(reading, `${option}.text`, 'expected a text like "https://example.org/{slug}"');
  }
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) {
    return fault(reading, `${option}.text`, 'expected each "{" with its "}", as in "{slug}"');
  }
  const sources = new Map<string, Source>();
  for (const [, name = ''] of text.matchAll(PLACEHOLDER)) {
    const source = findSource(name.trim(), item);
    if (!source) {
      const hint = didYouMean(name, namesFor(item));
      return fault(reading, `${option}.text`, `the feed has no value "${name}"${hint}`);
    }
    if (NO_TEXT.has(source.kind)) {
      return fault(reading, `${option}.text`, `"${name}" (${source.kind}) has no place in a text`);
    }
    sources.set(name, source);
  }
  return {
    name: option,
    kind: 'text',
    read: (scope) => {
      let isComplete = true;
      const filled = text.replace(PLACEHOLDER, (_, name: string) => {
        const source = sources.get(name);
        const value = source ? valueOf(source, scope) : null;
        if (isBlank(value)) isComplete = false;
        return asText(value, ', ') ?? '';
      });
      return isComplete ? filled : null;
    },
  };
}
