/** The words of the house: what a name must not contain, what a comment must not begin with, and who needs a header. */

import { readdirSync } from 'node:fs';
import { basename, dirname, extname, join, relative } from 'node:path';
import ts from 'typescript';
import { readText, ROOT, type SourceFile } from './source-files.js';

interface Forbidden {
  /** Matches a name as lower-case words with a space between them: `nextTurn` is "next turn". */
  readonly words: RegExp;
  readonly use: string;
  /** Names and files in which the word has another sense, which stays. */
  readonly except?: RegExp;
}

/** The glossary of the house as patterns; the sense given in `use` decides which of the terms is the one. */
export const FORBIDDEN: readonly Forbidden[] = [
  { words: /\bguests?\b/, use: 'external source' },
  { words: /\bhush(ed)?\b/, use: 'muted' },
  { words: /\bstay\b/, use: 'session' },
  { words: /\bplaces?\b/, use: 'position (time), path (file), route (stream), port (USB) or index (list)' },
  { words: /\bstanding\b/, use: 'current position' },
  { words: /\bcourse\b/, use: 'playback clock or next-track choice' },
  { words: /\bjoints?\b/, use: 'track boundary' },
  { words: /\bbeside\b/, use: 'splice point' },
  { words: /\bcued?\b/, use: 'load, loaded', except: /cue|sheet/i },
  { words: /\bheard\b/, use: 'played (audible position)' },
  { words: /\bnews\b/, use: 'events' },
  { words: /(?<=\w )parts$/, use: 'deps (of a constructor)', except: /^[A-Z_]+$/ },
  { words: /\btold\b|\buntold\b/, use: 'reported' },
  { words: /\btells?\b/, use: 'report, emit' },
  { words: /\babsences?\b/, use: 'device-loss timer' },
  { words: /\btries\b/, use: 'backoff (waiting times) or attempts (a count)' },
  { words: /\bin turn\b|\bturns\b/, use: 'serial queue or time slice' },
  { words: /\bwish(es|ed)?\b/, use: 'requested state' },
  { words: /\btails\b|\bspellings?\b/, use: 'suffix match or path variants' },
  { words: /\bwanted speakers?\b/, use: 'auto-reconnect list' },
  { words: /\bstands\b/, use: 'is active' },
];

/** File and folder names that the glossary replaces whole. */
export const FORBIDDEN_FILES: Readonly<Record<string, string>> = {
  words: 'locales',
  face: 'bindings',
  told: 'reported-listens',
  left: 'build-stamp',
  place: 'the sense: path, position, route, port',
};

/** First words that lean on the line above. */
const LEANING = /^(Of|It|Its|The same|Their)\b/;

/** All files by hand that the language rules hold for: TypeScript, JavaScript and C++. */
export function writtenFiles(): SourceFile[] {
  return ['src', 'test', 'native', 'image']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.(tsx?|[mc]js|cpp|h)$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .filter((path) => !/^native\/build\/|\/node_modules\/|^src\/client\/|^test\/client\/|^test\/house\//.test(path))
    .sort()
    .map((path) => ({ path, text: readText(path) }));
}

/** A sentence for each name of a file, or the file's own, that the glossary replaces. */
export function wrongNames(file: SourceFile): string[] {
  const wrong = new Set<string>();
  for (const name of namesOf(file)) {
    const found = forbiddenIn(name, file.path);
    if (found !== undefined) wrong.add(`${file.path}: ${name}: use ${found.use}`);
  }
  for (const part of file.path.split('/')) {
    const stem = part.replace(/(\.[a-z]+)+$/, '');
    const use = FORBIDDEN_FILES[stem] ?? forbiddenIn(stem, file.path)?.use;
    if (use !== undefined) wrong.add(`${file.path}: the name of a file or folder: use ${use}`);
  }
  return [...wrong];
}

function forbiddenIn(name: string, path: string): Forbidden | undefined {
  const words = wordsOf(name);
  return FORBIDDEN.find(
    (entry) => entry.words.test(words) && !(entry.except?.test(name) === true || entry.except?.test(path) === true),
  );
}

function wordsOf(name: string): string {
  return (name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? []).join(' ').toLowerCase();
}

function namesOf({ path, text }: SourceFile): string[] {
  if (isNative(path)) return withoutTexts(text).match(/[A-Za-z_]\w*/g) ?? [];
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (isNamed(node)) names.push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(parse(path, text));
  return names;
}

/** What gives a thing its name; an import and a key of an object literal follow a type or the wire, and are left out. */
function isNamed(node: ts.Node): node is ts.Node & { readonly name: ts.Identifier } {
  const name = (node as { readonly name?: ts.Node }).name;
  if (name === undefined || !(ts.isIdentifier(name) || ts.isPrivateIdentifier(name))) return false;
  if (ts.isImportSpecifier(node) && node.propertyName === undefined) return false;
  return !(ts.isPropertyAssignment(node) || ts.isPropertyAccessExpression(node) || ts.isJsxAttribute(node));
}

/** A sentence for each comment that cannot be read without the line above it. */
export function leaningComments(file: SourceFile): string[] {
  return commentsOf(file.text)
    .filter(({ text }) => LEANING.test(text))
    .map(
      ({ line, text }) => `${file.path}:${line}: "${text.slice(0, 40)}…" begins with a word that leans on another line`,
    );
}

/** Whether the file says what it is: a comment above everything, or above its first declaration. */
export function hasHeader(file: SourceFile): boolean {
  if (isNative(file.path)) return /^(\/\*|\/\/)/.test(file.text) || hasInterface(file.path);
  if (/^(#!.*\n)?\s*(\/\*|\/\/)/.test(file.text)) return true;
  const first = parse(file.path, file.text).statements.find((node) => !ts.isImportDeclaration(node));
  return first !== undefined && (ts.getLeadingCommentRanges(file.text, first.pos) ?? []).length > 0;
}

/** A `.cpp` is described by the `.h` of its name. */
function hasInterface(path: string): boolean {
  if (extname(path) !== '.cpp') return false;
  const header = join(dirname(path), `${basename(path, '.cpp')}.h`);
  return (
    readdirSync(join(ROOT, dirname(path))).includes(basename(header)) &&
    hasHeader({ path: header, text: readText(header) })
  );
}

/** Block comments, and runs of line comments as one, each without its marks. */
function commentsOf(text: string): { readonly line: number; readonly text: string }[] {
  const found: { line: number; text: string }[] = [];
  let lastLine = -1;
  for (const match of text.matchAll(TOKENS)) {
    const [token] = match;
    if (!/^\/[/*]/.test(token)) continue;
    const line = text.slice(0, match.index).split('\n').length;
    const goesOn = token.startsWith('//') && line === lastLine + 1;
    lastLine = token.startsWith('//') ? line : -1;
    if (!goesOn) found.push({ line, text: token.replace(/^\/[/*]+\s*(\* ?)?/, '') });
  }
  return found;
}

const TOKENS = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`|\/\*[\s\S]*?\*\/|\/\/[^\n]*/g;

function withoutTexts(text: string): string {
  return text.replace(TOKENS, ' ');
}

function isNative(path: string): boolean {
  return /\.(cpp|h)$/.test(path);
}

function parse(path: string, text: string): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
}
