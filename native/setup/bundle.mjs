import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { SetupError, step } from './console.mjs';
import { contentHash, filesUnder, fingerprint, readStamp, stamped, writeAtomically } from './freshness.mjs';
import { packagesIn } from './bundled-packages.mjs';
import { lateBuiltins } from './late-builtins.mjs';
import { at, DIST, ROOT, SRC } from './paths.mjs';
import { pages } from './pages.mjs';

/**
 * Bundles TypeScript into `dist/`: one minified CommonJS file for the daemon and one for each worker, so that a start
 * reads a few files instead of hundreds; in them `__dirname` is `dist/`. And each page as one HTML file.
 */
const ENTRIES = {
  tonearm: 'src/main.ts',
  'decoder-worker': 'src/decode/decoder-worker.ts',
  'tag-worker': 'src/tags/tag-worker.ts',
  'scan-worker': 'src/library/scan/scan-worker.ts',
  'share-worker': 'src/files/share-worker.ts',
  'checkpoint-worker': 'src/database/checkpoint-worker.ts',
  'backup-worker': 'src/backup/backup-worker.ts',
  'system-bus': 'src/dbus/library.ts',
  'graphql-library': 'src/graphql/library.ts',
  'mqtt-library': 'src/mqtt/library.ts',
  card: 'src/card/main.ts',
  'demo-library': 'src/demo/main.ts',
  jschardet: 'node_modules/jschardet/build/index.js',
};
/** Bundled separately, as it is large and rarely needed: a worker loads it when it first needs it. */
const JSCHARDET = './jschardet.cjs';
/** Bundles that keep characters unescaped: mpg123-decoder has WebAssembly as raw bytes in a template literal. */
const RAW = ['decoder-worker'];
const LOADER = at('native', 'setup', 'loader.cjs');
/** Folders of SQL steps, copied unchanged. */
const MIGRATIONS = { migrations: 'src/database/migrations', 'library-migrations': 'src/library/migrations' };
/** Examples that the API document shows. */
const EXAMPLES = at('src', 'http', 'examples.json');
/** Folders of the Node packages of which something is in the bundles and pages: a sorted JSON list. */
export const PACKAGES = join(DIST, 'packages.json');
const STAMP = join(DIST, '.stamp');

const inputs = () => [
  ...filesUnder(SRC),
  LOADER,
  ...filesUnder(at('native', 'setup', 'slim')),
  at('native', 'setup', 'bundle.mjs'),
  at('native', 'setup', 'bundled-packages.mjs'),
  at('native', 'setup', 'late-builtins.mjs'),
  at('native', 'setup', 'pages.mjs'),
  at('package.json'),
  at('package-lock.json'),
];

/** Files that have to be unchanged for the bundles to be fresh. */
export const bundleFiles = () => [...inputs(), STAMP];

export function bundlesAreFresh() {
  return readStamp(STAMP) === fingerprint(inputs());
}

export function buildBundles() {
  return step('bundling TypeScript', 'bundled TypeScript', () => stamped(STAMP, fingerprint(inputs()), makeBundles));
}

async function makeBundles() {
  mkdirSync(DIST, { recursive: true });
  const packages = new Set();
  const onMetafile = (metafile) => packagesIn(metafile).forEach((folder) => packages.add(folder));
  const made = [
    ...(await bundle(ENTRIES, DIST, onMetafile)),
    ...(await withEsbuild((esbuild) => pages(esbuild, DIST, onMetafile))),
  ];
  // Scripts of an earlier build have other names.
  rmSync(join(DIST, 'scripts'), { recursive: true, force: true });
  for (const file of made) writeAtomically(file.path, file.contents);
  copyMigrations();
  writeAtomically(join(DIST, 'examples.json'), JSON.stringify(JSON.parse(readFileSync(EXAMPLES, 'utf8'))));
  writeAtomically(PACKAGES, JSON.stringify([...packages].sort()));
  writeLoaders();
}

function copyMigrations() {
  for (const [name, source] of Object.entries(MIGRATIONS)) {
    rmSync(join(DIST, name), { recursive: true, force: true });
    for (const file of filesUnder(at(source))) writeAtomically(join(DIST, name, basename(file)), readFileSync(file));
  }
}

/** Runs `use` with esbuild loaded. @throws SetupError for mistakes in the sources, which esbuild has printed */
async function withEsbuild(use) {
  const esbuild = await import('esbuild');
  try {
    return await use(esbuild);
  } catch (error) {
    if (Array.isArray(error.errors))
      throw new SetupError('the TypeScript build failed; the mistakes are listed above.');
    throw error;
  } finally {
    // The service of esbuild is a child process, which must not outlive the build.
    await esbuild.stop();
  }
}

/**
 * Bundles in memory, as `{ path, contents }`. ASCII where possible: one character beyond Latin-1 makes V8 store a whole
 * bundle with two bytes a character.
 * @param onMetafile called with the metafile of each run of esbuild
 */
export function bundle(entryPoints, outdir, onMetafile = () => undefined) {
  const isRaw = ([name]) => RAW.includes(name);
  const entries = Object.entries(entryPoints);
  const ascii = entries.filter((entry) => !isRaw(entry));
  return withEsbuild(async (esbuild) => {
    const [first, second] = await Promise.all([
      outputsOf(esbuild, { entryPoints: Object.fromEntries(ascii), outdir, charset: 'ascii' }, onMetafile),
      outputsOf(
        esbuild,
        { entryPoints: Object.fromEntries(entries.filter(isRaw)), outdir, charset: 'utf8' },
        onMetafile,
      ),
    ]);
    return [...first, ...second];
  });
}

async function outputsOf(esbuild, options, onMetafile) {
  if (Object.keys(options.entryPoints).length === 0) return [];
  const { outputFiles, metafile } = await esbuild.build({
    ...options,
    absWorkingDir: ROOT,
    plugins: [lateBuiltins],
    outExtension: { '.js': '.cjs' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // Identifiers stay: errors are identified by class name, and keepNames would make each request half as slow again.
    minifyWhitespace: true,
    minifySyntax: true,
    // Stack traces in the log refer to the sources.
    sourcemap: 'linked',
    sourcesContent: false,
    legalComments: 'linked',
    // Replace four copies of all media types, and tables of all encodings: 5 to 10 MiB of resident memory.
    alias: {
      'mime-db': at('native', 'setup', 'slim', 'mime-db.json'),
      'iconv-lite': at('native', 'setup', 'slim', 'iconv-lite.cjs'),
      jschardet: JSCHARDET,
      // Loads its parts when they are needed.
      xml2js: at('native', 'setup', 'slim', 'xml2js.cjs'),
      // Two copies of Node's streams, and timers for browsers, are more than half of MQTT.js.
      'readable-stream': 'node:stream',
      'worker-timers': at('native', 'setup', 'slim', 'worker-timers.cjs'),
    },
    // The addon is loaded by its absolute path. The others are optional: usocket and x11 of dbus-next, for file
    // descriptors and for X11, which are not used; supports-color of debug, which comes with the development packages
    // only, so that bundles would depend on whether these are installed.
    external: ['*.node', 'usocket', 'x11', 'supports-color', JSCHARDET],
    // A bundle has no import.meta.url: code that needs a path uses __dirname.
    logOverride: { 'empty-import-meta': 'error' },
    logLevel: 'warning',
    write: false,
    metafile: true,
  });
  onMetafile(metafile);
  return outputFiles;
}

/** Scripts that run or export a bundle that has a code cache. */
const CACHED = { 'start.cjs': 'tonearm.cjs', 'load-system-bus.cjs': 'system-bus.cjs' };

/** Bundles that have a code cache, with the id by which they find it. */
export const cachedBundles = () =>
  Object.values(CACHED).map((bundle) => ({ bundle, id: contentHash(join(DIST, bundle)).slice(0, 16) }));

/** Writes these scripts, and removes older caches. */
function writeLoaders() {
  writeAtomically(join(DIST, 'loader.cjs'), readFileSync(LOADER));
  const old = new Set(readdirSync(DIST).filter((name) => name.endsWith('.v8cache')));
  const ids = new Map(cachedBundles().map(({ bundle, id }) => [bundle, id]));
  for (const [script, bundle] of Object.entries(CACHED)) {
    const id = ids.get(bundle);
    for (const name of old) if (name.startsWith(`${bundle}-${id}-`)) old.delete(name);
    const call = `require('./loader.cjs').load(__dirname, ${JSON.stringify(bundle)}, ${JSON.stringify(id)})`;
    writeAtomically(join(DIST, script), `'use strict';\nmodule.exports = ${call};\n`);
  }
  for (const name of old) rmSync(join(DIST, name));
}

/** Bundles a script outside `src/`, such as one of the bench, below `build/`. @returns the path of the bundle */
export async function bundleScript(source) {
  const name = basename(source, '.ts');
  for (const file of await bundle({ [name]: source }, at('build'))) writeAtomically(file.path, file.contents);
  return at('build', `${name}.cjs`);
}
