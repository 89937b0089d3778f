import { issueOf, type Issue } from '../../../../shared/deliveries/issues';
import type { WireArticle } from '../../read-delivery/wire';

/** A media type without its parameters, or an encoding's name, as it is compared. */
const normal = (name: string): string => (name.split(';', 1)[0] ?? '').trim().toLowerCase();

/**
 * What a delivery says about its generated files. The feed fixes all of it, and the receiver serves
 * the files as the feed describes them, whatever this delivery says; where the two differ, the
 * content may not be what it is served as, and an editor should know.
 */
export function checkFiles({ slug, files }: WireArticle): Issue[] {
  const { llmTxt, jsonLd } = files ?? {};
  const claims = [
    ['llmTxt.fileName', llmTxt?.fileName, slug === null ? null : `${slug}.llm.txt`],
    ['llmTxt.contentType', llmTxt?.contentType, 'text/plain'],
    ['llmTxt.encoding', llmTxt?.encoding, 'utf-8'],
    ['jsonLd.contentType', jsonLd?.contentType, 'application/ld+json'],
    ['jsonLd.encoding', jsonLd?.encoding, 'utf-8'],
  ] as const;
  return claims.flatMap(([path, claimed, expected]) => {
    if (!claimed || expected === null || normal(claimed) === normal(expected)) return [];
    const code = path.endsWith('fileName') ? 'fileNamed' : 'fileServed';
    return [issueOf(`article.files.${path}`, code, { expected })];
  });
}
