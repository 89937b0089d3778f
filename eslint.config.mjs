import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const PLUGIN = 'src/plugins/article-receiver';

/**
 * Every file that a tsconfig knows is linted with its types: by the first of these in whose program it is,
 * also where others only import it. So those that import stand after what they import.
 */
const PROJECTS = [
  `${PLUGIN}/server/tsconfig.json`,
  `${PLUGIN}/admin/tsconfig.json`,
  `${PLUGIN}/cli/tsconfig.json`,
  `${PLUGIN}/config/tsconfig.json`,
  'tsconfig.json',
  'scripts/tsconfig.json',
  'benchmarks/tsconfig.json',
  'tests/tsconfig.json',
];

/** What a controller inherits from Strapi's, `super.find`, has no type there. */
const WITH_INHERITED_ACTIONS = `${PLUGIN}/server/src/controllers/content-api/{article,media-asset}.ts`;

/** What knex says of a fault begins with the whole statement, the text of an article or a token's hash in it. */
const LOG = 'CallExpression[callee.object.property.name="log"] TemplateLiteral';
const UNEXPLAINED = [
  'CallExpression[callee.name="String"]',
  'MemberExpression[property.name="message"]',
].map((words) => ({
  selector: `${LOG} ${words}`,
  message: 'Say a fault in the words of `explain`: those of a database have the statement in them.',
}));

/** Node's own globals, for the plain JavaScript files; TypeScript checks its names itself. */
const NODE_GLOBALS = [
  'process',
  'console',
  'performance',
  'Buffer',
  'fetch',
  'URL',
  'URLSearchParams',
  'module',
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'build/',
      'coverage/',
      '.cache/',
      '.strapi/',
      '.tmp/',
      'types/generated/',
      // Another project, with its own tools.
      'examples/front-end/',
    ],
  },
  {
    linterOptions: { noInlineConfig: true },
  },
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx', '{scripts,benchmarks}/**/*.mjs'],
    languageOptions: {
      parserOptions: { project: PROJECTS, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/prefer-promise-reject-errors': 'error',
      '@typescript-eslint/return-await': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
    },
  },
  {
    // What Strapi and Knex give without a type gets one where it comes in: see `database/rows.ts`, `strapi/`.
    files: [`${PLUGIN}/{server,shared,cli,admin,config}/**/*.{ts,tsx}`],
    ignores: ['**/*.test.ts', '**/*.test-support.ts', WITH_INHERITED_ACTIONS],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
    },
  },
  {
    files: [`${PLUGIN}/server/src/**/*.ts`],
    rules: { 'no-restricted-syntax': ['error', ...UNEXPLAINED] },
  },
  {
    // The panel reads answers by the types in `shared/`: each is held against its type where it is given.
    files: [`${PLUGIN}/server/src/controllers/{articles,deliveries,settings}/*.ts`],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...UNEXPLAINED,
        {
          selector:
            'AssignmentExpression[left.object.name="ctx"][left.property.name="body"]:not([right.type="TSSatisfiesExpression"])',
          message: 'Hold the answer against its type: ctx.body = answer satisfies Type.',
        },
      ],
    },
  },
  {
    // Strapi loads these by name, as CommonJS.
    files: ['tests/support/**/*.js', 'benchmarks/**/*.{js,cjs}'],
    languageOptions: {
      sourceType: 'commonjs',
      globals: { require: 'readonly', strapi: 'readonly' },
    },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.cjs', '**/*.js'],
    languageOptions: {
      globals: Object.fromEntries(
        [...NODE_GLOBALS, 'AbortController', 'setInterval', 'clearInterval'].map((name) => [
          name,
          'readonly',
        ]),
      ),
    },
    rules: { 'no-console': 'off' },
  },
);
