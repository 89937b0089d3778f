import { alsoAskedFor, wasAskedFor } from './asked-for';

const NOW = { draft: 2, publication: 1 };

describe('slugs that others were asked for', () => {
  it('are known for as long as the same deliveries decide', () => {
    const known = alsoAskedFor(alsoAskedFor(null, NOW, 'one'), NOW, 'two');
    expect(wasAskedFor(known, NOW, 'one')).toBe(true);
    expect(wasAskedFor(known, NOW, 'two')).toBe(true);
    expect(wasAskedFor(known, NOW, 'three')).toBe(false);
    expect(wasAskedFor(known, { ...NOW, draft: 3 }, 'one')).toBe(false);
    expect(wasAskedFor(known, { ...NOW, publication: null }, 'one')).toBe(false);
    expect(wasAskedFor(null, NOW, 'one')).toBe(false);
  });

  it('are forgotten with the deliveries that they were for, and each is known once', () => {
    const known = alsoAskedFor(null, NOW, 'one');
    expect(alsoAskedFor(known, NOW, 'one')).toEqual(known);
    const later = { draft: 3, publication: 1 };
    expect(alsoAskedFor(known, later, 'two')).toEqual({ ...later, slugs: ['two'] });
  });
});
