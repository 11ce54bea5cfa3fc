import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { importsOf, readText, ROOT, sourceFiles } from './source-files.js';

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** An entry of the lock file, by its path below the repository. */
interface Locked {
  readonly dev?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
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

t.test('every dependency is used, by the house or by what builds it', async (t) => {
  const builders = ['native/binding.gyp', 'native/setup/addon.mjs', 'native/setup/bundle.mjs'].map(readText);
  t.strictSame(
    Object.keys(manifest.dependencies).filter(
      (name) => !used.has(name) && !builders.some((text) => text.includes(`'${name}'`)),
    ),
    [],
  );
});

t.test(
  'the bootstrap and the image import dependencies only: npm start and npm run image install no others',
  async (t) => {
    const scripts = ['native/setup', 'image'].flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.mjs'))
        .map((path) => readText(join(folder, path))),
    );
    const imported = scripts
      .flatMap((text) => [...text.matchAll(/\b(?:from|import|import\() ?'([^.'][^']*)'/g)])
      .map(([, specifier]) => specifier ?? '')
      .filter((specifier) => !specifier.startsWith('node:'));
    t.ok(imported.includes('esbuild'), 'imports are seen');
    t.strictSame(
      imported.filter((specifier) => !(packageName(specifier) in manifest.dependencies)),
      [],
    );
  },
);

t.test('npm start installs what runs and what builds, and nothing that only tests, lints or documents', async (t) => {
  const { packages } = JSON.parse(readText('package-lock.json')) as { packages: Record<string, Locked> };
  const here = (allowed: readonly string[] | undefined, value: string) => allowed?.includes(value) ?? true;
  const installed = Object.entries(packages).filter(
    ([path, { dev, os, cpu }]) => path !== '' && dev !== true && here(os, 'linux') && here(cpu, 'x64'),
  );
  t.ok(installed.length <= 226, `${installed.length} packages`);
});

t.test('the README and the guide of developers name only scripts that exist', async (t) => {
  const guides = readText('README.md') + readText('.github/CONTRIBUTING.md');
  const named = [...guides.matchAll(/npm (?:run ([\w:-]+)|(start|test)\b)/g)].map(
    ([, script, short]) => script ?? short ?? '',
  );
  t.ok(named.length > 10, 'scripts are found');
  t.strictSame(
    named.filter((script) => !(script in manifest.scripts)),
    [],
  );
});

t.test('the lock file names no registry, so that any mirror serves', async (t) => {
  t.notMatch(readText('package-lock.json'), /"resolved": "https?:/);
});
