import t from 'tap';
import { importsOf, readText, sourceFiles } from './source-files.js';

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

const manifest = JSON.parse(readText('package.json')) as Package;

/** `@koa/router/x` and `koa/x` as the package that npm knows. */
function packageName(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

const used = new Set(
  sourceFiles('src')
    .flatMap(importsOf)
    .filter((specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:'))
    .map(packageName),
);

t.test('every package that the house imports is a dependency', async (t) => {
  t.strictSame(
    [...used].filter((name) => !(name in manifest.dependencies)),
    [],
  );
});

t.test('every dependency is used', async (t) => {
  t.strictSame(
    Object.keys(manifest.dependencies).filter((name) => !used.has(name)),
    [],
  );
});

t.test('the README names only scripts that exist', async (t) => {
  const named = [...readText('README.md').matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  );
  t.ok(named.length > 0, 'the README names scripts');
  t.strictSame(
    named.filter((script) => !(script in manifest.scripts)),
    [],
  );
});

t.test('the lock file names no registry, so that any mirror serves', async (t) => {
  t.notMatch(readText('package-lock.json'), /"resolved": "https?:/);
});
