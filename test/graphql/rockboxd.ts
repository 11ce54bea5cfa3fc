/**
 * The sources of rockboxd's page and SDKs, fetched once and kept outside the clone: their licences are their own, and
 * nothing of them belongs here. What is taken from them are the GraphQL documents that they send.
 */
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cache } from '../network/packages.js';

const run = promisify(execFile);

const COMMIT = '18c88fd08496acf4bdb7488e5b30e42fe0117162';
const ADDRESS = 'https://github.com/tsirysndr/rockbox-zig';
const FOLDERS = ['webui/rockbox/src', 'webui/rockbox/graphql.schema.json', 'sdk'];

/** Folder of the sources. Rejects when they cannot be had. */
async function sources(): Promise<string> {
  const root = cache(`rockboxd-${COMMIT.slice(0, 12)}`);
  if (existsSync(root)) return root;
  await mkdir(join(root, '..'), { recursive: true });
  const folder = await mkdtemp(`${root}-`);
  const git = (...args: readonly string[]) => run('git', ['-C', folder, ...args], { timeout: 300_000 });
  try {
    await git('init', '-q');
    await git('remote', 'add', 'origin', ADDRESS);
    await git('sparse-checkout', 'set', '--no-cone', ...FOLDERS);
    await git('fetch', '-q', '--depth', '1', '--filter=blob:none', 'origin', COMMIT);
    await git('checkout', '-q', 'FETCH_HEAD');
    // Another process may have been first.
    await rename(folder, root).catch((error: unknown) => {
      if (!existsSync(root)) throw error;
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return root;
}

/** The folder, or why there is none. */
export async function sourcesOrReason(): Promise<{ readonly root: string; readonly skip: string | false }> {
  try {
    return { root: await sources(), skip: false };
  } catch (error) {
    return { root: '', skip: `rockboxd's sources could not be fetched: ${String(error).split('\n', 1)[0]}` };
  }
}

export interface Found {
  readonly file: string;
  readonly name: string;
  readonly kind: 'query' | 'mutation' | 'subscription';
  /** The operation, and the fragments of its file that it names. */
  readonly text: string;
}

const OPERATION = /\b(query|mutation|subscription)\s+(\w+)\s*(?=[({])/g;
const FRAGMENT = /\bfragment\s+(\w+)\s+on\s+\w+\s*(?=\{)/g;

/** From an index on, up to the brace that closes the first one; undefined when there is none. */
function braced(text: string, from: number): string | undefined {
  let depth = 0;
  for (let at = text.indexOf('{', from); at >= 0 && at < text.length; at++) {
    if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return undefined;
}

/** Literals that follow each other are one text, and names of constants in it are their values. */
function plain(text: string): string {
  const joined = text
    .replace(/"\s*(?:<>|\\)?\s*\n\s*(?:<>\s*)?f?"(?!")/g, ' ')
    .replace(/\{\{/g, '{')
    .replace(/\}\}/g, '}');
  return joined.replace(CONSTANT, (whole, ...names: readonly (string | undefined)[]) => {
    const name = names.slice(0, 3).find((each) => each !== undefined) ?? '';
    const value = new RegExp(`${name}\\s*=?\\s*\\(?\\s*(?:~S|<<~GQL)?\\s*"{0,3}([\\w\\s{}]+)`).exec(joined)?.[1];
    return value ?? whole;
  });
}

/** `{NAME}` with any sign before it, `#{@name}`, and `" name "` with or without an operator. */
const CONSTANT = /[#$]?\{(_?[A-Z][A-Z_]+)\}|#\{(@[a-z_]+)\}|" (?:<> )?([a-z_-]+-fields|[a-z_]+_fields)(?: <>)? "/g;

/** Every operation in the files of a folder, in whatever language they are written. Each text once. */
export function documentsIn(root: string, endings: RegExp): readonly Found[] {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => endings.test(file))
    .sort();
  const texts = files.map((file) => [file, plain(readFileSync(join(root, file), 'utf8'))] as const);
  const fragments = new Map(
    texts.flatMap(([, text]) =>
      [...text.matchAll(FRAGMENT)].map((match) => [match[1] ?? '', braced(text, match.index) ?? ''] as const),
    ),
  );
  const found = new Map<string, Found>();
  for (const [file, text] of texts) {
    for (const match of text.matchAll(OPERATION)) {
      const operation = braced(text, match.index);
      const [, kind, name = ''] = match;
      // A sentence of a comment may look like the beginning of one.
      if (operation === undefined || !/^\w+\s+[A-Z]\w*\s*(?:\(\s*\$|\{)/.test(operation)) continue;
      const needed = [...operation.matchAll(/\.\.\.(\w+)/g)].map(([, each]) => fragments.get(each ?? '') ?? '');
      const whole = [operation, ...new Set(needed)].join('\n');
      found.set(whole.replace(/\s+/g, ' '), { file, name, kind: kind as Found['kind'], text: whole });
    }
  }
  return [...found.values()];
}
