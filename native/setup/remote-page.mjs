import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { at, ROOT } from './paths.mjs';

/**
 * The phone remote as one file: `src/remote/index.html` with its script and style inside, so that a phone asks once and
 * never mixes two versions.
 */
const SOURCE = at('src', 'remote');
const BROWSERS = ['safari15', 'chrome87', 'firefox85'];

const STYLE = '<link rel="stylesheet" href="style.css" />';
const SCRIPT = '<script src="main.js"></script>';

/** @param esbuild the module, loaded. @returns `{ path, contents }` for `outdir`. */
export async function remotePage(esbuild, outdir) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: ROOT,
    entryPoints: [join(SOURCE, 'main.ts'), join(SOURCE, 'style.css')],
    outdir,
    bundle: true,
    format: 'iife',
    target: BROWSERS,
    minify: true,
    charset: 'utf8',
    logLevel: 'warning',
    write: false,
  });
  const textOf = (ending) => outputFiles.find(({ path }) => path.endsWith(ending)).text.trim();
  let html = readFileSync(join(SOURCE, 'index.html'), 'utf8').replace(/\n\s*/g, '\n');
  for (const [place, text] of [
    [STYLE, `<style>${textOf('.css')}</style>`],
    [SCRIPT, `<script>${textOf('.js')}</script>`],
  ]) {
    if (!html.includes(place)) throw new Error(`src/remote/index.html lacks ${place}`);
    html = html.replace(place, () => text);
  }
  return { path: join(outdir, 'remote.html'), contents: html };
}
