/** TOML with bounds, and the lines of its keys. */
import { parse, TomlError } from 'smol-toml';

import { Notes, type Path, shown } from './notes.js';

const DEEPEST = 20;

/** @returns undefined when the file is no TOML, which is noted as refused. Whole numbers are bigints. */
export function tomlOf(file: string, text: string): { notes: Notes; values: Record<string, unknown> | undefined } {
  try {
    const values = parse(text, { integersAsBigInt: true, maxDepth: DEEPEST });
    return { notes: new Notes(file, (path) => lineOfKey(text, path)), values };
  } catch (error) {
    const notes = new Notes(file);
    const line = error instanceof TomlError ? error.line : undefined;
    const reason = error instanceof RangeError ? 'nested too deeply' : (error as Error).message;
    const [first = ''] = reason.replace(/^Invalid TOML document: /, '').split('\n');
    notes.refused([], `the whole file, because it is no TOML: ${shown(first)}`, line);
    return { notes, values: undefined };
  }
}

/**
 * The parser does not tell lines. Found are keys below `[table]` and `[[table]]`, bare or quoted, each alone on its line;
 * an index in the path counts tables of that name from 0.
 */
function lineOfKey(text: string, path: Path): number | undefined {
  const indexes = path.filter((step) => /^\d+$/.test(step));
  const index = indexes.length === 0 ? 0 : Number(indexes[0]);
  const names = path.filter((step) => !/^\d+$/.test(step));
  const table = names.slice(0, -1).join('.');
  const key = names.at(-1);
  let here = '';
  let seen = -1;
  for (const [at, line] of text.split('\n').entries()) {
    const header = /^\s*\[\[?\s*([^\]]+?)\s*\]/.exec(line)?.[1]?.replace(/["']/g, '');
    if (header !== undefined) {
      here = header;
      if (header === names.join('.') && indexes.length === 0) return at + 1;
      if (header === table) seen++;
      if (header === names.join('.') && ++seen === index) return at + 1;
      continue;
    }
    const isTable = here === table && (table === '' || indexes.length === 0 || seen === index);
    const named = /^\s*(?:"([^"]*)"|'([^']*)'|([\w-]+))\s*[=.]/.exec(line);
    if (isTable && named !== null && (named[1] ?? named[2] ?? named[3]) === key) return at + 1;
  }
  return undefined;
}
