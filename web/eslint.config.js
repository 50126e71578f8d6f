import js from '@eslint/js'
import svelte from 'eslint-plugin-svelte'
import globals from 'globals'
import ts from 'typescript-eslint'
import svelteConfig from './svelte.config.js'

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
)
