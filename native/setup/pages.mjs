import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { at, ROOT } from './paths.mjs';

/**
 * Builds each page as one file: `index.html` with script and style inlined, so that a phone makes one request and never
 * mixes two versions. The remote's texts in languages other than English are files of their own. Each file is compressed
 * once, here: a box would spend time on it, and as tightly not at all.
 */
const PAGES = {
  'remote.html': { source: at('src', 'web', 'remote'), scripts: ['early.ts', 'main.tsx'] },
  'docs.html': { source: at('src', 'web', 'docs'), scripts: ['main.ts'] },
};
const LOCALES = at('src', 'web', 'remote', 'locales');
/** The language whose texts are in the page. */
const IN_PAGE = 'en.json';
/** The first with `<dialog>` and container queries. */
const BROWSERS = ['safari16', 'chrome105', 'firefox110'];

const STYLE = '<link rel="stylesheet" href="style.css" />';

/** The web remote, its texts, and the documentation. @returns `{ path, contents }` for `outdir` */
export async function pages(esbuild, outdir) {
  const built = await Promise.all(
    Object.entries(PAGES).map(([name, parts]) => page(esbuild, parts, join(outdir, name))),
  );
  return [...built, ...locales(join(outdir, 'locales'))].flatMap(withCompressed);
}

function locales(outdir) {
  const names = readdirSync(LOCALES).filter((name) => name.endsWith('.json') && name !== IN_PAGE);
  return names.map((name) => ({
    path: join(outdir, name),
    contents: JSON.stringify(JSON.parse(readFileSync(join(LOCALES, name), 'utf8'))),
  }));
}

/** Small blocks, whose codes fit the text that they stand in: half a percent less than the default of zlib. */
const GZIP = { level: constants.Z_BEST_COMPRESSION, memLevel: 6 };

/** A file, and beside it what a server sends with `Content-Encoding`. */
function withCompressed({ path, contents }) {
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: contents.length };
  return [
    { path, contents },
    { path: `${path}.gz`, contents: gzipSync(contents, GZIP) },
    { path: `${path}.br`, contents: brotliCompressSync(contents, { params }) },
  ];
}

async function page(esbuild, { source, scripts }, path) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [...scripts, 'style.css'].map((name) => join(source, name)),
    outdir: source,
    bundle: true,
    format: 'iife',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    target: BROWSERS,
    minify: true,
    charset: 'utf8',
    loader: { '.md': 'text' },
    logLevel: 'warning',
    write: false,
  });
  const textOf = (name) => outputFiles.find(({ path }) => path === join(source, name)).text.trim();
  let html = readFileSync(join(source, 'index.html'), 'utf8').replace(/\n\s*/g, '\n');
  const built = scripts.map((name) => name.replace(/\.tsx?$/, '.js'));
  for (const [tag, text] of [
    [STYLE, `<style>${textOf('style.css')}</style>`],
    ...built.map((name) => [`<script src="${name}"></script>`, `<script>${textOf(name)}</script>`]),
  ]) {
    if (!html.includes(tag)) throw new Error(`${source}/index.html lacks ${tag}`);
    html = html.replace(tag, () => text);
  }
  return { path, contents: html };
}
