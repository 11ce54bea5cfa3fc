import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { writeAtomically } from './freshness.mjs';
import { at, ROOT } from './paths.mjs';

/**
 * Hooks by which Node imports `.ts` files of this repository, as JavaScript that lies in `build/typescript/` under
 * the same path. Its first characters are the hash of what it was made of, so that only what was edited is compiled
 * anew, by esbuild, file by file and without a look at types. Stack traces name the lines of the source: for them
 * Node wants `--enable-source-maps`.
 *
 * They run in a thread of Node's own (`module.register`). A mistake in the syntax fails the import.
 */
const HERE = pathToFileURL(ROOT).href;
const OPTIONS = readFileSync(at('tsconfig.json'), 'utf8');
const COMPILER = JSON.parse(readFileSync(at('node_modules', 'esbuild', 'package.json'), 'utf8')).version;
const SALT = `${COMPILER}\n${OPTIONS}\n${readFileSync(fileURLToPath(import.meta.url))}\n`;

/** Sources import each other as the `.js` that they will be. */
export async function resolve(specifier, context, next) {
  if (specifier.startsWith('.') && specifier.endsWith('.js')) {
    const script = new URL(specifier, context.parentURL);
    const source = new URL(script.href.replace(/\.js$/, '.ts'));
    if (!existsSync(script) && existsSync(source)) return next(source.href, context);
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith(HERE) || !url.endsWith('.ts')) return next(url, context);
  return { format: 'module', shortCircuit: true, source: await compiled(fileURLToPath(url)) };
}

/**
 * Compiles beforehand what was edited, so that no test has the compiler as a child of its own. What has a mistake is left
 * to whoever imports it.
 */
export async function compileAll(files) {
  await Promise.allSettled(files.map((file) => compiled(file)));
  const { stop } = await import('esbuild');
  await stop();
}

async function compiled(file) {
  const source = readFileSync(file, 'utf8');
  const mark = `//${createHash('sha256').update(SALT).update(source).digest('hex')}\n`;
  const output = at('build', 'typescript', `${relative(ROOT, file)}.js`);
  const kept = readIfThere(output);
  if (kept?.startsWith(mark)) return kept;
  const code = await compile(file, source, mark);
  writeIfPossible(output, code);
  return code;
}

async function compile(file, source, mark) {
  const { transform } = await import('esbuild');
  const options = {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    tsconfigRaw: OPTIONS,
    banner: mark.trimEnd(),
    sourcefile: basename(file),
    sourcemap: 'inline',
    sourcesContent: false,
  };
  try {
    return (await transform(source, options)).code;
  } catch (error) {
    throw new SyntaxError(`${file}: ${error.message}`, { cause: error });
  }
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

function writeIfPossible(file, code) {
  try {
    writeAtomically(file, code);
  } catch {
    // A tree that cannot be written: every import compiles, nothing else changes.
  }
}
