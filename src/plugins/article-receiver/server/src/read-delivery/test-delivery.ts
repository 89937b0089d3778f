import type { WireDelivery } from './wire';

/** The status word of test deliveries: it makes a draft on every site, and no site can map it. */
export const TEST_STATUS = 'article-receiver-test';

const ARTICLE_PREFIX = 'art_test_';
const TOKEN_PREFIX = 'test delivery';

/** The name of the token that a test delivery comes with. */
export const testTokenName = (id: string): string => `${TOKEN_PREFIX} ${id}`;

/** Names that no other token may have. */
export const isTestName = (name: string): boolean => /^test delivery( [0-9a-f]*)?$/i.test(name);

/** Whether a token was made for a test delivery: those that only resemble it are somebody's own. */
export const isTestTokenName = (name: string): boolean => /^test delivery [0-9a-f]{24}$/.test(name);

/** Whether a delivery says of itself that it is a test; its token has to say so, too. */
export const isTestDelivery = ({ article }: WireDelivery): boolean =>
  article.id.startsWith(ARTICLE_PREFIX) && article.status === TEST_STATUS;

/**
 * A made-up delivery in the service's form, to send through the webhook.
 * @param id hex digits that no other test has.
 * @param now epoch ms.
 * @param png an image that nothing else has.
 */
export function makeTestDelivery(id: string, now: number, png: Buffer): object {
  const time = new Date(now).toISOString();
  const url = `https://test.invalid/${id}.png`;
  const title = `Test delivery ${id.slice(0, 8)}`;
  return {
    event: 'article.ready',
    timestamp: time,
    orgId: null,
    article: {
      id: `${ARTICLE_PREFIX}${id}`,
      title,
      slug: `test-delivery-${id}`,
      status: TEST_STATUS,
      description: 'Made by this site to test its own webhook. It can be removed again.',
      content: `# ${title}\n\n![A picture](${url})\n\nThis article came in through the webhook.\n`,
      language: 'en',
      heroImageUrl: url,
      heroImageAlt: 'A picture of one colour',
      images: [
        {
          kind: 'hero',
          url,
          alt: 'A picture of one colour',
          contentType: 'image/png',
          byteSize: png.length,
          base64: png.toString('base64'),
        },
      ],
      createdAt: time,
      updatedAt: time,
    },
  };
}
