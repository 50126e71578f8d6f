import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

/**
 * The layers of the page, lowest first: the folder or files of each, and the end of an import's path that leads there. A
 * layer imports from itself and from lower ones. A lazy `import()` is not checked.
 */
const layers = [
  { files: ['src/lib/**'], path: '/lib/' },
  { files: ['src/local/**'], path: '/local/' },
  { files: ['src/art/**'], path: '/art/' },
  { files: ['src/table/motion/**'], path: '/motion/' },
  {
    files: ['src/table/*.ts'],
    path: '/((table|choice|feed|hints|screen)\\.svelte|allowedStalls|targets|reports\\.svelte|source|positionSource)$',
  },
  { files: ['src/table/input/**'], path: '/input/' },
  { files: ['src/board/**'], path: '/board/' },
  { files: ['src/rules/**'], path: '/rules/' },
  { files: ['src/table/panels/**'], path: '/panels/' },
  { files: ['src/table/PlayTable.svelte'], path: '/PlayTable\\.svelte$' },
  { files: ['src/review/**'], path: '/review/' },
  { files: ['src/pages/**'], path: '/pages/' },
  { files: ['src/features/**'], path: '/features/' },
]

const layerRules = layers.slice(0, -1).map(({ files }, index) => {
  const regex = layers
    .slice(index + 1)
    .map(({ path }) => path)
    .join('|')
  const message = 'This layer is above the importing file: see `layers` in eslint.config.js.'
  return { files, rules: { 'no-restricted-imports': ['error', { patterns: [{ regex, message }] }] } }
})

/** A feature is one folder, so that it can be deleted: no feature needs another. */
const apart = {
  files: ['src/features/**'],
  rules: {
    'no-restricted-imports': [
      'error',
      { patterns: [{ regex: '^\\.\\./(?!\\.\\./)', message: 'A feature imports no other feature.' }] },
    ],
  },
}

/**
 * The transport reaches the tables (`lib/transport.ts`); another one may stand in its place. The other files here fetch
 * files of the page and pictures.
 */
const fetching = [
  'src/lib/httpTransport.ts',
  'src/lib/liveChannel.ts',
  'src/lib/updates.ts',
  'src/local/**',
  'src/pages/serviceWorker.ts',
  'src/table/end/SharePicture.svelte',
]
const message = 'Use the transport of lib/transport.ts: see `fetching` in eslint.config.js.'
const throughTransport = {
  'no-restricted-globals': [
    'error',
    ...['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'].map((name) => ({ name, message })),
  ],
  'no-restricted-properties': [
    'error',
    ...['window', 'globalThis', 'self'].flatMap((object) =>
      ['fetch', 'WebSocket'].map((property) => ({ object, property, message })),
    ),
    { object: 'navigator', property: 'sendBeacon', message },
  ],
}

// Prettier decides the format; svelte-check the types. ESLint finds what neither of them sees.
export default ts.config(
  { ignores: ['src/lib/api-types.ts'] },
  js.configs.recommended,
  ...ts.configs.recommended,
  ...svelte.configs.recommended,
  { languageOptions: { globals: { ...globals.browser, ...globals.node } } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { extraFileExtensions: ['.svelte'], parser: ts.parser, svelteConfig } },
  },
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_$', varsIgnorePattern: '^_$' }],
      // Most lists repeat a sign or a number: their place in the list is their key.
      'svelte/require-each-key': 'off',
      // A set or map that is a state is replaced as a whole; the others are no state.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['public/sw.js'], languageOptions: { globals: globals.serviceworker } },
  { files: ['src/**'], ignores: fetching, rules: throughTransport },
  ...layerRules,
  apart,
)
