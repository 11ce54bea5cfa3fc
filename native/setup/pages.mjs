import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { at, ROOT } from './paths.mjs';

/**
 * A page as one file: its `index.html` with script and style inside, so that a phone asks once and never mixes two
 * versions.
 */
const PAGES = {
  'remote.html': at('src', 'web', 'remote', 'main.tsx'),
  'docs.html': at('src', 'web', 'docs', 'main.ts'),
};
const BROWSERS = ['safari15', 'chrome87', 'firefox85'];

const STYLE = '<link rel="stylesheet" href="style.css" />';
const SCRIPT = '<script src="main.js"></script>';

/** The remote and the documentation. @param esbuild the module, loaded. @returns `{ path, contents }` for `outdir`. */
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
  for (const [place, text] of [
    [STYLE, `<style>${textOf('.css')}</style>`],
    [SCRIPT, `<script>${textOf('.js')}</script>`],
  ]) {
    if (!html.includes(place)) throw new Error(`${source}/index.html lacks ${place}`);
    html = html.replace(place, () => text);
  }
  return { path, contents: html };
}
