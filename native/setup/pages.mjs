import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { at, ROOT } from './paths.mjs';

/**
 * Builds each page as one file: `index.html` with script and style inlined, so that a phone shows it after one request. What
 * the remote does not need for its first screen is a script of its own, named by its content, so that two versions are never
 * mixed; its texts in languages other than English are files, too. Each file is compressed once, here: a box would spend
 * time on it, and as tightly not at all.
 */
const REMOTE = at('src', 'web', 'remote');
const DOCS = at('src', 'web', 'docs');
const LOCALES = join(REMOTE, 'locales');
/** The language whose texts are in the page. */
const IN_PAGE = 'en.json';
/** The first with `<dialog>` and container queries. */
const BROWSERS = ['safari16', 'chrome105', 'firefox110'];

const STYLE = '<link rel="stylesheet" href="style.css" />';

/**
 * The web remote, its scripts and texts, and the documentation.
 * @param onMetafile called with the metafile of each run of esbuild
 * @returns `{ path, contents }` for `outdir`
 */
export async function pages(esbuild, outdir, onMetafile) {
  const build = async (options) => {
    const result = await esbuild.build({ ...OPTIONS, ...options, metafile: true });
    onMetafile(result.metafile);
    return result;
  };
  const [remote, docs] = await Promise.all([remotePage(build, outdir), docsPage(build, outdir)]);
  return [...remote, docs, ...locales(join(outdir, 'locales'))].flatMap(withCompressed);
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

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  target: BROWSERS,
  minify: true,
  charset: 'utf8',
  logLevel: 'warning',
  write: false,
};

/** Bundles entries that share nothing. @returns the texts by name */
async function bundled(build, source, names) {
  const entryPoints = names.map((name) => join(source, name));
  const loader = { '.md': 'text' };
  const { outputFiles } = await build({ entryPoints, outdir: source, format: 'iife', loader });
  return Object.fromEntries(outputFiles.map(({ path, text }) => [path.slice(source.length + 1), text.trim()]));
}

/** @param texts by the name that `index.html` has for them */
function inlined(source, texts) {
  let html = readFileSync(join(source, 'index.html'), 'utf8').replace(/\n\s*/g, '\n');
  for (const [name, text] of Object.entries(texts)) {
    const [tag, element] = name.endsWith('.css')
      ? [STYLE, `<style>${text}</style>`]
      : [`<script src="${name}"></script>`, `<script>${text}</script>`];
    if (!html.includes(tag)) throw new Error(`${source}/index.html lacks ${tag}`);
    html = html.replace(tag, () => element);
  }
  return html;
}

async function docsPage(build, outdir) {
  const texts = await bundled(build, DOCS, ['main.ts', 'style.css']);
  return { path: join(outdir, 'docs.html'), contents: inlined(DOCS, texts) };
}

async function remotePage(build, outdir) {
  const [texts, { first, later }] = await Promise.all([
    bundled(build, REMOTE, ['early.ts', 'style.css']),
    remoteScripts(build),
  ]);
  const name = `${createHash('sha256').update(later.text).digest('hex').slice(0, 16)}.js`;
  const main = first.replace(`"./${later.name}"`, `"/scripts/${name}"`);
  if (main === first) throw new Error('the first script of the remote does not import the second');
  return [
    { path: join(outdir, 'remote.html'), contents: inlined(REMOTE, { ...texts, 'main.js': main }) },
    { path: join(outdir, 'scripts', name), contents: later.text },
  ];
}

/**
 * The script of the first screen and the one of the rest. esbuild splits them, and puts what both need into a third module.
 * That one and the first are joined here, because a phone would ask for it one round trip after the page: the second takes
 * its imports from an object in place of a module. Exports must be constants for that, which a rule of ESLint checks.
 */
async function remoteScripts(build) {
  const { outputFiles, metafile } = await build({
    entryPoints: [join(REMOTE, 'main.tsx')],
    outdir: REMOTE,
    format: 'esm',
    splitting: true,
    plugins: [TEXTS_APART],
  });
  const outputs = Object.entries(metafile.outputs).map(([path, { entryPoint = '' }]) => ({
    name: path.slice(path.lastIndexOf('/') + 1),
    entryPoint,
    text: outputFiles.find((file) => file.path === join(ROOT, path)).text.trim(),
  }));
  const main = outputs.find(({ entryPoint }) => entryPoint.endsWith('main.tsx'));
  const later = outputs.find(({ entryPoint }) => entryPoint.endsWith('later.ts'));
  const [shared, ...others] = outputs.filter((each) => each !== main && each !== later);
  if (!main || !later || !shared || others.length > 0) throw new Error('the remote is not split into two scripts');
  const [inPage, inLater] = textsApart(main.text + shared.text);
  return {
    first: [
      `window.shared=(()=>{${withoutExport(shared.text.replace(TEXTS, () => inPage))}})();`,
      `(()=>{${withoutImport(main.text)}})();`,
    ].join(''),
    later: { name: later.name, text: `Object.assign(${TEXTS_OBJECT},${inLater});${withoutImport(later.text)}` },
  };
}

/** `import{a as b}from"…"` of esbuild as a statement on the object of what is shared. */
function withoutImport(text) {
  return replaced(text, /\bimport\{([^{}]*)\}from"\.\/chunk-[^"]+";/, (_whole, names) => {
    return `const{${names.replaceAll(/ as /g, ':')}}=window.shared;`;
  });
}

function withoutExport(text) {
  return replaced(text, /\bexport\{([^{}]*)\};$/, (_whole, names) => {
    return `return{${names.replaceAll(/([\w$]+) as ([\w$]+)/g, '$2:$1')}}`;
  });
}

function replaced(text, pattern, replace) {
  const result = text.replace(pattern, replace);
  if (result === text) throw new Error(`esbuild has written no ${pattern.source}`);
  return result;
}

/** In the place of the English texts, until it is known which script needs which. */
const TEXTS = '__TEXTS__';
const TEXTS_OBJECT = 'window.english';
const TEXTS_APART = {
  name: 'texts-apart',
  setup(build) {
    const contents = `export default ${TEXTS_OBJECT} = ${TEXTS};`;
    build.onLoad({ filter: /locales\/en\.json$/ }, () => ({ contents, loader: 'js' }));
  },
};

/**
 * The English texts that a script names, or whose beginning it names (`problem.` and a code), and the others.
 * @returns two JSON objects
 */
function textsApart(script) {
  const texts = Object.entries(JSON.parse(readFileSync(join(LOCALES, IN_PAGE), 'utf8')));
  const named = new Set([...script.matchAll(/["'`]((?:\w+\.)+\w*)/g)].map(([, name]) => name.replace(/\.$/, '')));
  const isNamed = ([name]) => named.has(name) || named.has(name.slice(0, name.lastIndexOf('.')));
  return [texts.filter(isNamed), texts.filter((each) => !isNamed(each))].map((some) =>
    JSON.stringify(Object.fromEntries(some)),
  );
}
