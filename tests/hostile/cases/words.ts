import { tampered, type HostileCase } from '../support/hostile-case';

const isKnown = (event: unknown): boolean =>
  /^ *article\.(ready|status_changed) *$/i.test(String(event));

/** A delivery with an event and a status word; the draft shows it when the event is understood. */
function spoken(
  event: unknown,
  status: unknown,
  state: 'applied' | 'parked',
  issues: string[] = [],
): HostileCase {
  const delivery = { ...tampered({ status }), event };
  return {
    name: `${JSON.stringify(event)} with ${JSON.stringify(status)}: ${state}`,
    body: () => delivery,
    status: 202,
    state,
    issues,
    articleId: delivery.article.id,
    article: isKnown(event) ? { title: delivery.article.title } : null,
  };
}

const CHANGED = 'article.status_changed';

export const wordCases: HostileCase[] = [
  ...['PUBLISHED', ' published ', 'Published\u00a0', '\ufeffpublished'].map((word) =>
    spoken(CHANGED, word, 'applied'),
  ),
  ...['ARCHIVED', ' Draft '].map((word) => spoken(CHANGED, word, 'applied')),
  ...['publıshed', 'PUBLİSHED', 'ｐublished', 'publish ed', 'published!', 'p\u200bublished'].map(
    (word) => spoken(CHANGED, word, 'parked'),
  ),
  ...['constructor', '__proto__', 'toString', 'hasOwnProperty', '0', 'x'.repeat(255)].map((word) =>
    spoken(CHANGED, word, 'parked'),
  ),
  spoken(CHANGED, null, 'parked'),
  spoken(CHANGED, '', 'parked', ['article.status']),
  spoken(CHANGED, 'x'.repeat(256), 'parked', ['article.status']),
  spoken(CHANGED, 'publi\u0000shed', 'parked', ['article.status']),
  spoken(CHANGED, 7, 'parked', ['article.status']),
  spoken('ARTICLE.READY', 'DRAFT', 'applied'),
  spoken(' article.ready ', 'draft', 'applied'),
  spoken('article.ready', null, 'parked'),
  spoken('article.ready', 7, 'parked', ['article.status']),
  spoken('article.ready', 'never seen', 'parked'),
  ...['article.deleted', 'article_ready', 'article.ready.', 'constructor', '🌱', '<b>'].map(
    (event) => spoken(event, 'draft', 'parked'),
  ),
];
