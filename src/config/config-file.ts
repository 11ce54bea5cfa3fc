/**
 * `config.toml`, the configuration for people who have no environment to write into: read once at the start, and never
 * written. What its values mean is said in `settings.ts`.
 */
import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

import { ConfigFileError } from './configuration-error.js';

/** Bytes. It has a dozen settings: whatever is longer is another file. */
const LARGEST = 64 * 1024;
/** Lines that look like the one that is looked for; all but the first are in long texts. */
const MOST_CANDIDATES = 50;

export interface ConfigFile {
  readonly path: string;
  /** Values of the top level: strings, booleans, numbers (whole ones are bigints), dates, arrays and tables. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The line of a key, from 1, as far as it can be told. */
  readonly lineOf: (key: string) => number | undefined;
}

type Parse = (text: string) => Record<string, unknown>;

/** @returns undefined when there is no such file. @throws ConfigFileError */
export async function readConfigFile(path: string): Promise<ConfigFile | undefined> {
  const bytes = readBytes(path);
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) throw new ConfigFileError(path, lineThatIsNotUtf8(bytes), 'is not UTF-8: save the file as such');
  const text = new TextDecoder().decode(bytes);
  const toml = await import('./toml.js');
  const parse: Parse = (source) => toml.parse(source, { integersAsBigInt: true, maxDepth: 20 });
  try {
    return { path, values: parse(text), lineOf: (key) => lineOf(key, text, parse) };
  } catch (error) {
    if (!(error instanceof toml.TomlError)) throw error;
    const reason = /^(?:Invalid TOML document: )?(.*)/.exec(error.message)?.[1] ?? '';
    const fault = `is not TOML at column ${error.column} (${reason}): correct it, or remove the file to have the defaults`;
    throw new ConfigFileError(path, error.line, fault);
  }
}

function readBytes(path: string): Buffer | undefined {
  try {
    // A pipe in its place must not hold up the start.
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!fstatSync(file).isFile()) throw new ConfigFileError(path, undefined, 'is not a plain file');
      const bytes = Buffer.alloc(LARGEST + 1);
      const length = readSync(file, bytes);
      if (length > LARGEST) throw new ConfigFileError(path, undefined, 'is larger than 64 KiB');
      return bytes.subarray(0, length);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (error instanceof ConfigFileError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new ConfigFileError(path, undefined, `cannot be read (${(error as Error).message})`);
  }
}

/** In UTF-8 no part of another character looks like the end of a line. */
function lineThatIsNotUtf8(bytes: Buffer): number {
  let line = 1;
  for (let from = 0; ; line++) {
    const end = bytes.indexOf('\n', from);
    if (end < 0 || !isUtf8(bytes.subarray(from, end))) return line;
    from = end + 1;
  }
}

/**
 * The first line on which a key of the top level stands. The parser does not tell: a line that looks like it is one when
 * a key of another name in its place turns up at the top level.
 */
function lineOf(key: string, text: string, parse: Parse): number | undefined {
  const looks = new RegExp(
    `^(\\s*(?:\\[\\[?\\s*)?)(["']?)${key.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')}\\2(?=\\s*[=.\\]])`,
    'u',
  );
  const lines = text.split('\n');
  let other = 'other';
  while (text.includes(other)) other += '_';
  const isThere = (at: number): boolean => {
    try {
      const changed = lines.with(at, (lines[at] ?? '').replace(looks, `$1${other}`));
      return Object.hasOwn(parse(changed.join('\n')), other);
    } catch {
      return false;
    }
  };
  const candidates = [...lines.keys()].filter((at) => looks.test(lines[at] ?? '')).slice(0, MOST_CANDIDATES);
  const found = candidates.find(isThere);
  return found === undefined ? undefined : found + 1;
}
