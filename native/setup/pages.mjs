import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, ROOT } from './paths.mjs';

/**
 * Builds each page as one file: `index.html` with script and style inlined, so that a phone makes one request and never
 * mixes two versions.
 */
const PAGES = {
  'remote.html': at('src', 'web', 'remote', 'main.tsx'),
  'docs.html': at('src', 'web', 'docs', 'main.ts'),
};
const BROWSERS = ['safari15', 'chrome87', 'firefox85'];

const STYLE = '<link rel="stylesheet" href="style.css" />';
const SCRIPT = '<script src="main.js"></script>';

/** The web remote and the documentation. @param esbuild the module @returns `{ path, contents }` for `outdir` */
export function pages(esbuild, outdir) {
  return Promise.all(Object.entries(PAGES).map(([name, script]) => page(esbuild, script, join(outdir, name))));
}

async function page(esbuild, script, path) {
  const source = dirname(script);
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [script, join(source, 'style.css')],
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
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  let html = readFileSync(join(source, 'index.html'), 'utf8').replace(/\n\s*/g, '\n');
  for (const [tag, text] of [
    [STYLE, `<style>${textOf('.css')}</style>`],
    [SCRIPT, `<script>${textOf('.js')}</script>`],
  ]) {
    if (!html.includes(tag)) throw new Error(`${source}/index.html lacks ${tag}`);
    html = html.replace(tag, () => text);
  }
  return { path, contents: html };
}
