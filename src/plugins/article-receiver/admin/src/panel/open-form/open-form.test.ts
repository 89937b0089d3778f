import { openForm, saysOfForm, tookIn } from './open-form';

const AT = '2026-01-01T00:00:00.000Z';
const LATER = '2026-01-01T00:01:00.000Z';
const FORM = { model: 'api::post.post', documentId: 'abc', locale: 'en', at: AT };
const PATH = '/cms/content-manager/collection-types/api::post.post/abc';

const says = (method: string, path: string) =>
  saysOfForm(method, new URL(path, 'https://example.com'));

describe('what a request says of the open form', () => {
  it.each([
    ['a save', 'PUT', `${PATH}?locale=en`, AT],
    ['a save without a locale', 'PUT', PATH, AT],
    ['a publication', 'POST', `${PATH}/actions/publish?locale=en`, AT],
    ['a save of another locale', 'PUT', `${PATH}?locale=de`, null],
    ['a save of another entry', 'PUT', `${PATH}d`, null],
    ['a look', 'GET', PATH, null],
    ['another action', 'POST', `${PATH}/actions/discard`, null],
  ])('%s', (_name, method, path, expected) => {
    const close = openForm(FORM);
    expect(says(method, path)).toBe(expected);
    close();
    expect(says(method, path)).toBeNull();
  });

  it('has the time of each field that was taken in later, until the form is read again', () => {
    const close = openForm(FORM);
    tookIn(new Map(Object.entries({ title: 'A', 'seo.metaTitle': 'A' })), LATER);
    expect(says('PUT', PATH)).toBe(`${AT};title=${LATER};seo.metaTitle=${LATER}`);
    openForm({ ...FORM, at: LATER });
    expect(says('PUT', PATH)).toBe(LATER);
    close();
  });
});
