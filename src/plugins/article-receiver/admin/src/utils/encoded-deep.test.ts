import { encodedDeep } from './encoded-deep';

it('encodes texts at every depth and leaves everything else alone', () => {
  const query = {
    page: 2,
    _q: 'a&b=ü',
    filters: { $and: [{ title: { $contains: '100%' } }, null] },
  };
  expect(encodedDeep(query)).toEqual({
    page: 2,
    _q: 'a%26b%3D%C3%BC',
    filters: { $and: [{ title: { $contains: '100%25' } }, null] },
  });
});
