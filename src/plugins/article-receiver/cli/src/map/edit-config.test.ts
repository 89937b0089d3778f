import { createRequire } from 'node:module';
import type { Compiler } from './config-objects';
import { literal } from './literal';
import { newConfig, withTarget } from './edit-config';

const compiler = createRequire(__filename)('typescript') as Compiler;

const TARGET = { type: 'api::post.post', fields: { title: 'title' } };

/** What a config file in CommonJS exports. */
function exported(source: string): unknown {
  const module = { exports: undefined as unknown };
  new Function('module', source)(module);
  const value = module.exports;
  return typeof value === 'function' ? (value as (given: object) => unknown)({}) : value;
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
    const edited = withTarget(compiler, source, TARGET);
    const before = exported(source) as Record<string, { config?: object }>;
    expect(exported(edited ?? '')).toEqual({
      'article-receiver': {
        ...before['article-receiver'],
        config: { ...before['article-receiver']?.config, target: TARGET },
      },
    });
  });

  it.each([
    ['is nowhere', `module.exports = {};`],
    ['is in a comment only', `// 'article-receiver': { config: {} }\nmodule.exports = {};`],
    ['is in another object only', `const a = { 'article-receiver': {} }; module.exports = {};`],
    ['has others beside it', `module.exports = ({ env }) => ({ graphql: { enabled: true } });`],
    [
      'is in a named function',
      `function plugins() { const all = {}; return all; } module.exports = plugins;`,
    ],
    ['is in a constant', `const config = ({ env }) => ({});\n\nmodule.exports = config;`],
  ])('enables the plugin with it where it %s', (_, source) => {
    const edited = exported(withTarget(compiler, source, TARGET) ?? '');
    expect(edited).toEqual({
      ...(exported(source) as object),
      'article-receiver': { enabled: true, config: { target: TARGET } },
    });
  });

  it('reads TypeScript, as Strapi generates it, and keeps the ends of lines', () => {
    const source = [
      `import type { Core } from '@strapi/strapi';`,
      '',
      'const config = ({ env }: Core.Config.Shared.ConfigParams): Core.Config.Plugin => ({});',
      '',
      'export default config satisfies object;',
      '',
    ].join('\r\n');
    const edited = withTarget(compiler, source, TARGET);
    expect(edited).toContain("=> ({\r\n  'article-receiver': { enabled: true,");
    expect(edited).toMatch(/\r\n\}\);\r\n\r\nexport default config/);
  });

  it('leaves what the README enables the plugin with as a person would write it', () => {
    const source = [
      'module.exports = ({ env }) => ({',
      "  'article-receiver': { enabled: true },",
      '});',
    ].join('\n');
    expect(withTarget(compiler, source, TARGET)).toBe(
      [
        'module.exports = ({ env }) => ({',
        "  'article-receiver': {",
        '    enabled: true,',
        "    config: { target: { type: 'api::post.post', fields: { title: 'title' } } },",
        '  },',
        '});',
      ].join('\n'),
    );
  });

  it.each([
    ['is named twice', `module.exports = { 'article-receiver': {}, 'article-receiver': {} };`],
    ['is in a file that exports twice', `module.exports = {}; module.exports = {};`],
    ['may come from elsewhere', `const x = {}; module.exports = { ...x };`],
    [
      'is in an object that depends',
      `module.exports = ({ env }) => { if (env) return {}; return {}; };`,
    ],
    ['is in what another module makes', `module.exports = require('./elsewhere');`],
    [
      'has a target already',
      `module.exports = { 'article-receiver': { config: { target: {} } } };`,
    ],
    ['has a config from elsewhere', `module.exports = { 'article-receiver': { config } };`],
    ['spreads something', `module.exports = { 'article-receiver': { config: { ...x } } };`],
    [
      'is assigned later',
      `const all = {}; all['article-receiver'] = { enabled: true }; module.exports = all;`,
    ],
    [
      'is assigned later, in a function',
      `module.exports = () => { const all = { a: 1 }; Object.assign(all, b); return all; };`,
    ],
    [
      'is assigned to what is exported',
      `module.exports = {}; module.exports['article-receiver'] = { enabled: true };`,
    ],
    ['has a computed name', `const id = 'article-receiver'; module.exports = { [id]: {} };`],
    [
      'has options with computed names',
      `module.exports = { 'article-receiver': { config: { [name]: {} } } };`,
    ],
    ['never ends', `module.exports = { 'article-receiver': { config: {`],
  ])('leaves a file alone where the plugin %s', (_, source) => {
    expect(withTarget(compiler, source, TARGET)).toBeNull();
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
