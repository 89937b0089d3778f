import { newsOf, taking, type FormState } from './form-values';

const NONE = { connect: [], disconnect: [] };
const initial = { title: 'A', author: 'B', seo: { id: 1, metaTitle: 'A' }, tags: NONE };

const form = (state: Partial<FormState>): FormState => ({
  values: initial,
  initial,
  now: initial,
  taken: new Map(),
  ...state,
});

describe('what the service changed in an open form', () => {
  it('is apart by whether somebody typed there', () => {
    const values = { ...initial, title: 'Mine' };
    const now = { ...initial, title: 'C', seo: { id: 1, metaTitle: 'C' } };
    expect(newsOf(['title', 'seo.metaTitle'], form({ values, now }))).toEqual({
      untouched: ['seo.metaTitle'],
      both: ['title'],
    });
  });

  it('is nothing where both say the same, but relations count', () => {
    const values = { ...initial, title: 'C', author: undefined };
    const now = { ...initial, title: 'C', author: null };
    expect(newsOf(['title', 'author', 'tags'], form({ values, now }))).toEqual({
      untouched: ['tags'],
      both: [],
    });
    const tags = { connect: [{ id: 1 }], disconnect: [] };
    expect(newsOf(['tags'], form({ values: { ...initial, tags } })).both).toEqual(['tags']);
  });

  it('is held against what was taken in before', () => {
    const now = { ...initial, title: 'D' };
    const taken = new Map([['title', 'C']]);
    const untouched = form({ values: { ...initial, title: 'C' }, now, taken });
    expect(newsOf(['title'], untouched).untouched).toEqual(['title']);
    const typed = form({ values: { ...initial, title: 'C!' }, now, taken });
    expect(newsOf(['title'], typed).both).toEqual(['title']);
  });

  it('is taken where it is, and with the whole component where one side has none', () => {
    const now = { ...initial, seo: { id: 1, metaTitle: 'C' } };
    expect(taking('seo.metaTitle', form({ now }))).toEqual({ path: 'seo.metaTitle', value: 'C' });
    expect(taking('seo.metaTitle', form({ values: { ...initial, seo: undefined }, now }))).toEqual({
      path: 'seo',
      value: now.seo,
    });
    expect(taking('seo.metaTitle', form({ now: { ...initial, seo: undefined } }))).toEqual({
      path: 'seo',
      value: undefined,
    });
  });
});
