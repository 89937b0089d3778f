import { factsOf } from './facts';
import { readDelivery } from './read';

const factsFrom = (article: object, more: object = {}) =>
  factsOf(
    readDelivery(
      Buffer.from(
        JSON.stringify({ event: 'e', timestamp: '2026-01-01T00:00:00Z', article, ...more }),
      ),
    ).reading,
  );

describe('the facts of a delivery', () => {
  it('have as much of a title and a slug as a list shows', () => {
    const [title, slug] = [`${'x'.repeat(999)}😀`, '-'.repeat(1_500)];
    const facts = factsFrom({ id: 'art_1', title, slug });
    expect(facts).toMatchObject({ title: `${'x'.repeat(999)}\ufffd`, slug: '-'.repeat(1_000) });
    expect(factsFrom({ id: 'art_1', title: 'T', slug: null })).toMatchObject({ slug: null });
  });

  it('have as much of a title where the delivery cannot be used', () => {
    const article = { id: 'art_1', title: 'x'.repeat(3_000) };
    expect(factsFrom(article, { timestamp: 'never' })).toMatchObject({ title: 'x'.repeat(1_000) });
  });
});
