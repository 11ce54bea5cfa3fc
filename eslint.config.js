import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Rules for plain JavaScript and TypeScript alike, on top of what typescript-eslint brings. */
const everywhere = {
  eqeqeq: ['error', 'always', { null: 'ignore' }],
  'no-control-regex': 'error',
  'no-console': 'error',
  'no-constant-condition': ['error', { checkLoops: 'allExceptWhileTrue' }],
  'no-empty': ['error', { allowEmptyCatch: false }],
  'no-fallthrough': 'error',
  'no-self-compare': 'error',
  'no-unsafe-finally': 'error',
  'no-var': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
};

export default defineConfig(
  {
    ignores: ['node_modules/', 'build/', 'native/build/', 'dist/', '.tap/', 'tap-snapshots/'],
  },
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
  },
  {
    files: ['src/**/*.{ts,tsx}', 'test/**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...everywhere,
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // Numbers and booleans read well in a message; objects and undefined do not.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // `() => emitter.emit(…)` is clear; braces around it would add nothing.
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', caughtErrorsIgnorePattern: '^_' }],
    },
  },
  {
    // Two scripts share them by an object, which would keep the first value.
    files: ['src/web/**/*.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: "ExportNamedDeclaration > VariableDeclaration[kind='let']", message: 'Export a constant.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: {
      // tap's `t.test` returns a promise which tap itself awaits.
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafePromises: [{ from: 'package', name: 'PromiseWithSubtest', package: '@tapjs/core' }] },
      ],
      // Fakes implement asynchronous interfaces without having anything to await.
      '@typescript-eslint/require-await': 'off',
      // A fixture whose shape the test itself has just written may be asserted without a branch.
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    files: ['**/*.js', '**/*.mjs', '**/*.cjs'],
    extends: [tseslint.configs.strict, tseslint.configs.disableTypeChecked],
    rules: { ...everywhere, 'no-console': 'off', '@typescript-eslint/no-require-imports': 'off' },
  },
);
