/** How many deliveries a line names one by one. */
const MAX_NAMED = 5;

interface Named {
  deliveryId: string;
  articleId: string | null;
}

/**
 * A line of the site's log that says which article could not be projected, and for which deliveries.
 * @param waiting deliveries of one article, oldest first.
 */
export function failureLine(waiting: readonly Named[], reason: string): string {
  const article = waiting[0]?.articleId ?? 'an article';
  const named = waiting.slice(-MAX_NAMED).map(({ deliveryId }) => deliveryId);
  const more = waiting.length - named.length;
  const deliveries = [...named, ...(more > 0 ? [`${more} older`] : [])].join(', ');
  const which = deliveries === '' ? article : `${article} (${deliveries})`;
  return `article-receiver: the projection of ${which} failed: ${reason}`;
}
