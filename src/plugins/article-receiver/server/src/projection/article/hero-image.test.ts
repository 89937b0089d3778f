import { heroAddressOf, isHero } from './hero-image';

const image = (kind: string | null, url: string | null) => ({ kind, url });

describe('the hero image', () => {
  it('is the one at its address, with white space around either of the two', () => {
    const address = heroAddressOf({ heroImageUrl: ' https://x.io/a.png\n' });
    expect(isHero(image('inline', '\thttps://x.io/a.png '), address)).toBe(true);
    expect(isHero(image('hero', 'https://x.io/b.png'), address)).toBe(false);
    expect(isHero(image('hero', null), address)).toBe(false);
  });

  it('is the one of that kind where no address is given', () => {
    for (const heroImageUrl of [null, '', ' ']) {
      const address = heroAddressOf({ heroImageUrl });
      expect(isHero(image('Hero', null), address)).toBe(true);
      expect(isHero(image('inline', null), address)).toBe(false);
    }
  });
});
