import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';

/** Wide enough for a thumbnail and each of Strapi's responsive formats. */
const LARGE = { format: 'jpeg', width: 1_200, height: 800 } as const;

/**
 * A short history that goes through all that a projection does: a new article with a hero, then
 * its publication with a changed text and one more image; and another article, published with the
 * same hero and the same tag.
 */
export async function makeHistory(): Promise<WireDelivery[]> {
  const hero = await makeImage({ ...LARGE, color: '#aa3311' }, { kind: 'hero' });
  const inline = await makeImage(
    { color: '#11aa33' },
    { url: 'https://cdn.example.com/articles/inline.png' },
  );
  const withHero = { heroImageUrl: hero.url, images: [hero], tags: ['coffee', 'water'] };
  const first = makeDelivery({ article: { title: 'Brewing', slug: 'brewing', ...withHero } });
  const published = nextDelivery(first, {
    event: 'article.status_changed',
    article: {
      status: 'published',
      title: 'Brewing, revised',
      content: `# Brewing\n\n![inline](${inline.url})\n`,
      images: [hero, inline],
    },
  });
  const other = makeDelivery({
    event: 'article.status_changed',
    article: { title: 'Grinding', slug: 'grinding', status: 'published', ...withHero },
  });
  return [first, published, other];
}
