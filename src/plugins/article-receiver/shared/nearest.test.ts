import { didYouMean } from './nearest';

describe('didYouMean', () => {
  it.each([
    ['titel', ['subtitle', 'title'], 'title'],
    ['api::posts.post', ['api::page.page', 'api::post.post'], 'api::post.post'],
    ['post', ['api::page.page', 'api::post.post'], 'api::post.post'],
    ['EXCERPT', ['excerpt'], 'excerpt'],
  ])('names for %s of %j what comes nearest', (written, names, meant) => {
    expect(didYouMean(written, names)).toBe(`; did you mean "${meant}"?`);
  });

  it.each([
    ['colour', ['title', 'body']],
    ['api::article.article', ['api::post.post']],
    ['x', []],
  ])('names for %s none of %j, which are other words', (written, names) => {
    expect(didYouMean(written, names)).toBe('');
  });
});
