import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { SetupError } from './console.mjs';
import { filesUnder, fingerprint, readStamp, stamped, writeAtomically } from './freshness.mjs';
import { withBuildLock } from './lock.mjs';
import { at, ROOT } from './paths.mjs';

/**
 * Compiles all tests in one pass of esbuild into `build/test/`, with source maps and with the code that they share in
 * chunks, so that a test file starts by reading a few files instead of hundreds. `graph.json` there lists the files of
 * the repository that each test file was made of.
 *
 * In a test `import.meta.url` and `import.meta.dirname` are those of the source, not of the compiled file.
 */
export const TEST_BUILD = at('build', 'test');
const GRAPH = join(TEST_BUILD, 'graph.json');
const STAMP = join(TEST_BUILD, '.stamp');
/** Unused compiled files are kept for so long, as tests of another run may still read them. */
const STALE_AFTER_MS = 60 * 60_000;

/** Entry points: test files, and programs that a test starts as processes of their own. */
const isEntry = (name) => /\.(test|program)\.ts$/.test(name);
const isSource = (name) => /\.tsx?$/.test(name);

const inputs = () => [
  ...filesUnder(at('src'), isSource),
  ...filesUnder(at('test'), isSource),
  ...['package-lock.json', 'tsconfig.json', join('native', 'setup', 'test-build.mjs')].map((file) => at(file)),
];

/** The compiled form of a test file, such as `test/units.test.ts`. */
export const compiledOf = (file, outdir = TEST_BUILD) => join(outdir, file.replace(/\.ts$/, '.mjs'));

/**
 * Brings `build/test/` up to date.
 *
 * @param only test files that will be run: a mistake in any other file does not matter
 * @throws SetupError with the messages of esbuild
 * @returns the graph: `{ [test file]: { imports: [paths from the top], bundles: whether it uses dist/ } }`
 */
export function buildTests(only) {
  return withBuildLock(async () => {
    const stamp = fingerprint(inputs());
    if (readStamp(STAMP) === stamp) return JSON.parse(readFileSync(GRAPH, 'utf8'));
    const entries = filesUnder(at('test'), isEntry).map((file) => relative(ROOT, file));
    const needed = new Set(only?.flatMap((file) => [file, ...programsOf(file)]));
    try {
      return await stamped(STAMP, stamp, () => compileAll(entries));
    } catch (error) {
      if (needed.size === 0 || needed.size === entries.length) throw error;
      return (await compileTests([...needed])).graph;
    }
  });
}

async function compileAll(entries) {
  const { graph, outputs } = await compileTests(entries);
  removeStale(outputs);
  writeAtomically(GRAPH, JSON.stringify(graph));
  return graph;
}

const programsOf = (file) =>
  readdirSync(at(dirname(file)))
    .filter((name) => name.endsWith('.program.ts'))
    .map((name) => join(dirname(file), name));

/** @param entries paths from the top of the repository @returns `graph`, and `outputs`, the files written */
export async function compileTests(entries, outdir = TEST_BUILD) {
  const esbuild = await import('esbuild');
  const read = new Map();
  try {
    const { metafile } = await esbuild.build({
      absWorkingDir: ROOT,
      entryPoints: entries,
      outdir,
      outbase: ROOT,
      outExtension: { '.js': '.mjs' },
      entryNames: '[dir]/[name]',
      chunkNames: 'chunks/[hash]',
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node20',
      packages: 'external',
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'silent',
      plugins: [outsideModules, sourcePaths(read)],
    });
    await bundleTap(esbuild, outdir);
    return { graph: graphOf(entries, metafile.inputs, read), outputs: Object.keys(metafile.outputs) };
  } catch (error) {
    if (!Array.isArray(error.errors)) throw error;
    const messages = await esbuild.formatMessages(error.errors, {
      kind: 'error',
      color: process.stderr.isTTY === true,
    });
    throw new SetupError(`the tests cannot be compiled:\n${messages.join('')}`);
  } finally {
    await esbuild.stop();
  }
}

/**
 * Makes one file of tap and its plugins where the compiled tests find it before the package itself: each test file would
 * load some 200 modules otherwise, which takes longer than most of them run. It lies in a folder `@tapjs`, as tap leaves
 * out of its stack traces what lies there.
 */
async function bundleTap(esbuild, outdir) {
  const { version } = JSON.parse(readFileSync(at('node_modules', 'tap', 'package.json'), 'utf8'));
  const packages = resolve(ROOT, outdir, 'node_modules');
  const description = join(packages, 'tap', 'package.json');
  if (existsSync(description) && JSON.parse(readFileSync(description, 'utf8')).version === version) return;
  await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: ['tap'],
    outfile: join(packages, '@tapjs', 'bundle.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    banner: {
      js: "import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);",
    },
    logLevel: 'silent',
  });
  writeAtomically(join(packages, 'tap', 'index.mjs'), "export { default, t } from '../@tapjs/bundle.mjs';\n");
  writeAtomically(description, JSON.stringify({ name: 'tap', version, main: 'index.mjs' }));
}

/** Imports plain JavaScript of the repository (bootstrap, image recipe) from its source file. */
const outsideModules = {
  name: 'outside modules',
  setup(build) {
    build.onResolve({ filter: /^\.{1,2}\/.*\.[cm]js$/ }, ({ path, resolveDir }) => ({
      path: pathToFileURL(resolve(resolveDir, path)).href,
      external: true,
    }));
  },
};

/** Replaces `import.meta` by the paths of the source, and collects the files that are named relative to it. */
const sourcePaths = (read) => ({
  name: 'source paths',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      read.set(relative(ROOT, path), {
        files: [...text.matchAll(/new URL\(\s*(['"`])([^'"`$]+)\1,\s*import\.meta\.url/g)].map(([, , name]) =>
          relative(ROOT, resolve(dirname(path), name)),
        ),
        bundles: /\bdist\//.test(text) || /start\.cjs/.test(text),
      });
      if (!text.includes('import.meta.')) return undefined;
      const contents = text
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
});

function graphOf(entries, modules, read) {
  const graph = {};
  for (const entry of entries) {
    const seen = new Set([entry]);
    for (const file of seen) {
      for (const { path, external } of modules[file]?.imports ?? []) {
        if (external && path.startsWith('file:')) seen.add(relative(ROOT, fileURLToPath(path)));
        else if (!external) seen.add(path);
      }
      for (const named of read.get(file)?.files ?? []) seen.add(named);
    }
    const imports = [...seen];
    graph[entry] = { imports, bundles: imports.some((file) => read.get(file)?.bundles === true) };
  }
  return graph;
}

function removeStale(outputs) {
  const current = new Set(outputs.map((file) => at(file)));
  for (const file of filesUnder(join(TEST_BUILD, 'chunks'))) {
    if (!current.has(file) && Date.now() - statSync(file).mtimeMs > STALE_AFTER_MS) rmSync(file, { force: true });
  }
}
