import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SetupError, step } from './console.mjs';
import { contentHash, filesUnder, fingerprint, readStamp, stamped, writeAtomically } from './freshness.mjs';
import { at, DIST, ROOT, SRC } from './paths.mjs';
import { pages } from './pages.mjs';

/**
 * TypeScript to `dist/`: one minified CommonJS file for the daemon and one for each worker, so that a start reads
 * a few files instead of hundreds. In them `__dirname` is `dist/`. And the phone remote as one page.
 */
const ENTRIES = {
  tonearm: 'src/main.ts',
  'decoder-worker': 'src/decode/decoder-worker.ts',
  'tag-worker': 'src/tags/tag-worker.ts',
  'scan-worker': 'src/library/scan/scan-worker.ts',
  'checkpoint-worker': 'src/database/checkpoint-worker.ts',
  'backup-worker': 'src/backup/backup-worker.ts',
  'system-bus': 'src/dbus/library.ts',
  'demo-library': 'src/demo/main.ts',
  jschardet: 'node_modules/jschardet/build/index.js',
};
/** Large, and hardly ever needed: the bundle of a worker loads the one of this package with the first need of it. */
const JSCHARDET = './jschardet.cjs';
/** mpg123-decoder keeps its WebAssembly as raw bytes in a template literal: escapes would change it. */
const RAW = ['decoder-worker'];
const LOADER = at('native', 'setup', 'loader.cjs');
/** Read by the daemon as they are, once a version. */
const MIGRATIONS = { migrations: 'src/database/migrations', 'library-migrations': 'src/library/migrations' };
/** Of the interface, shown in its description. */
const EXAMPLES = at('src', 'http', 'examples.json');
const STAMP = join(DIST, '.stamp');

const inputs = () => [
  ...filesUnder(SRC),
  LOADER,
  ...filesUnder(at('native', 'setup', 'slim')),
  at('native', 'setup', 'bundle.mjs'),
  at('native', 'setup', 'pages.mjs'),
  at('package.json'),
  at('package-lock.json'),
];

/** What says that the bundles are fresh while it stays as it is. */
export const bundleParts = () => [...inputs(), STAMP];

export function bundlesAreFresh() {
  return readStamp(STAMP) === fingerprint(inputs());
}

export function buildBundles() {
  return step('bundling TypeScript', 'bundled TypeScript', () => stamped(STAMP, fingerprint(inputs()), makeBundles));
}

async function makeBundles() {
  mkdirSync(DIST, { recursive: true });
  const made = [...(await bundle(ENTRIES, DIST)), ...(await withEsbuild((esbuild) => pages(esbuild, DIST)))];
  for (const file of made) writeAtomically(file.path, file.contents);
  copyMigrations();
  writeAtomically(join(DIST, 'examples.json'), JSON.stringify(JSON.parse(readFileSync(EXAMPLES, 'utf8'))));
  writeLoader();
}

function copyMigrations() {
  for (const [name, source] of Object.entries(MIGRATIONS)) {
    rmSync(join(DIST, name), { recursive: true, force: true });
    for (const file of filesUnder(at(source))) writeAtomically(join(DIST, name, basename(file)), readFileSync(file));
  }
}

/** Lends esbuild to `use`, and tells its mistakes. */
async function withEsbuild(use) {
  const esbuild = await import('esbuild');
  try {
    return await use(esbuild);
  } catch (error) {
    if (Array.isArray(error.errors))
      throw new SetupError('the TypeScript build failed; the mistakes are listed above.');
    throw error;
  } finally {
    // Its service is a child process, which must not live on beside the daemon.
    await esbuild.stop();
  }
}

/**
 * The bundles as esbuild makes them, in memory: `{ path, contents }`. They are ASCII where they can be: a single
 * character beyond Latin-1 would have V8 keep a whole bundle at two bytes a character.
 */
export function bundle(entryPoints, outdir) {
  const isRaw = ([name]) => RAW.includes(name);
  const entries = Object.entries(entryPoints);
  const ascii = entries.filter((entry) => !isRaw(entry));
  return withEsbuild(async (esbuild) => {
    const [first, second] = await Promise.all([
      outputsOf(esbuild, { entryPoints: Object.fromEntries(ascii), outdir, charset: 'ascii' }),
      outputsOf(esbuild, { entryPoints: Object.fromEntries(entries.filter(isRaw)), outdir, charset: 'utf8' }),
    ]);
    return [...first, ...second];
  });
}

async function outputsOf(esbuild, options) {
  if (Object.keys(options.entryPoints).length === 0) return [];
  const { outputFiles } = await esbuild.build({
    ...options,
    absWorkingDir: ROOT,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Names stay: errors are known by theirs, and esbuild's keepNames would cost every request half its time again.
    minifyWhitespace: true,
    minifySyntax: true,
    // Errors carry the name of their class into the log.
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    // Four copies of the table of all media types, and the tables of all encodings: 5 to 10 MiB of resident memory.
    alias: {
      'mime-db': at('native', 'setup', 'slim', 'mime-db.json'),
      'iconv-lite': at('native', 'setup', 'slim', 'iconv-lite.cjs'),
      jschardet: JSCHARDET,
    },
    // The addon is loaded by its absolute path, never bundled. The other two are what dbus-next would like to find, for
    // descriptors and for the bus of a desktop: nothing here needs either.
    external: ['*.node', 'usocket', 'x11', JSCHARDET],
    // A bundle has no modules of its own to point at: whoever needs a path uses __dirname.
    logOverride: { 'empty-import-meta': 'error' },
    logLevel: 'warning',
    write: false,
  });
  return outputFiles;
}

/** `start.cjs` knows the hash of its bundle: a code cache of another build is never asked for, and is removed here. */
function writeLoader() {
  const file = join(DIST, 'tonearm.cjs');
  const id = contentHash(file).slice(0, 16);
  for (const name of readdirSync(DIST)) {
    if (name.endsWith('.v8cache') && !name.includes(id)) rmSync(join(DIST, name));
  }
  writeAtomically(join(DIST, 'loader.cjs'), readFileSync(LOADER));
  writeAtomically(
    join(DIST, 'start.cjs'),
    `'use strict';\nrequire('./loader.cjs').load(__dirname, ${JSON.stringify(basename(file))}, ${JSON.stringify(id)});\n`,
  );
}

/** A script outside `src/` that runs on its own, such as the bench: bundled below `build/`. @returns its path. */
export async function bundleScript(source) {
  const name = basename(source, '.ts');
  for (const file of await bundle({ [name]: source }, at('build'))) writeAtomically(file.path, file.contents);
  return at('build', `${name}.cjs`);
}
