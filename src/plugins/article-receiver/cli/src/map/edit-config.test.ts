import { literal } from './literal';
import { newConfig, withTarget } from './edit-config';

const TARGET = { type: 'api::post.post', fields: { title: 'title' } };

/** What a config file in CommonJS exports. */
function exported(source: string): unknown {
  const module = { exports: undefined as unknown };
  new Function('module', source)(module);
  const value = module.exports;
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

describe('withTarget', () => {
  it.each([
    ['an empty config', `module.exports = { 'article-receiver': { config: {} } };`],
    [
      'options',
      `module.exports = { 'article-receiver': { enabled: true, config: { html: 'allow' } } };`,
    ],
    ['no config', `module.exports = { "article-receiver": { enabled: true } };`],
    [
      'braces in texts and comments',
      `// 'x': {\nmodule.exports = { 'article-receiver': { resolve: './}{', /* } */ config: { html: "}" } } };`,
    ],
  ])('puts it where there is %s', (_, source) => {
    const edited = withTarget(source, TARGET);
    const before = exported(source) as Record<string, { config?: object }>;
    expect(exported(edited ?? '')).toEqual({
      'article-receiver': {
        ...before['article-receiver'],
        config: { ...before['article-receiver']?.config, target: TARGET },
      },
    });
  });

  it.each([
    ['is named nowhere', `module.exports = {};`],
    ['is named in a comment', `// 'article-receiver': { config: {} }\nmodule.exports = {};`],
    [
      'is named twice',
      `const a = { 'article-receiver': { config: {} } }; module.exports = { 'article-receiver': { config: {} } };`,
    ],
    [
      'has a target already',
      `module.exports = { 'article-receiver': { config: { target: {} } } };`,
    ],
    ['has a config from elsewhere', `module.exports = { 'article-receiver': { config } };`],
    ['spreads something', `module.exports = { 'article-receiver': { config: { ...x } } };`],
    ['never ends', `module.exports = { 'article-receiver': { config: {`],
  ])('leaves a file alone where the plugin %s', (_, source) => {
    expect(withTarget(source, TARGET)).toBeNull();
  });
});

describe('newConfig', () => {
  it('enables the plugin with the mapping', () => {
    expect(exported(newConfig(TARGET, 'js'))).toEqual({
      'article-receiver': { enabled: true, config: { target: TARGET } },
    });
  });
});

describe('literal', () => {
  it.each([['it’s "x" \\ \n'], ["a'b"], [{ 'a-b': [1, null, { c: true }] }], [[]], ['</script>']])(
    'writes %j so that it reads the same',
    (value) => {
      expect(exported(`module.exports = ${literal(value)};`)).toEqual(value);
    },
  );
});
