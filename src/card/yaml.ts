/** YAML with bounds, every scalar as text: what cloud-init and netplan make of `012` or `yes` depends on the key. */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

import type { Path } from './notes.js';

/** Aliases that may be followed: ten lines of nested ones would otherwise be gigabytes. */
const MOST_ALIASES = 50;

export interface YamlFile {
  /** Maps, arrays and text; undefined when the file holds nothing. */
  readonly value: unknown;
  readonly lineOf: (path: Path) => number | undefined;
  /** Source and offset of the key, and of the value where that is a scalar. */
  readonly source: (path: Path) => { readonly key: string; readonly value: readonly [number, number] | undefined };
}

export class YamlMistake extends Error {
  constructor(
    message: string,
    readonly line: number | undefined,
  ) {
    super(message);
  }
}

/** @throws YamlMistake */
export function parseYaml(text: string): YamlFile {
  const lines = new LineCounter();
  try {
    const document = parseDocument(text, {
      schema: 'failsafe',
      stringKeys: true,
      lineCounter: lines,
      prettyErrors: false,
      logLevel: 'silent',
    });
    const [mistake] = document.errors;
    if (mistake !== undefined) throw new YamlMistake(wordsOf(mistake.code), lines.linePos(mistake.pos[0]).line);
    const value: unknown = document.toJS({ mapAsMap: true, maxAliasCount: MOST_ALIASES });
    const pairAt = (path: Path) => findPair(document.contents, path);
    return {
      value: value ?? undefined,
      lineOf(path) {
        const start = pairAt(path)?.key.range?.[0];
        return start === undefined ? undefined : lines.linePos(start).line;
      },
      source(path) {
        const pair = pairAt(path);
        const [from = 0, to = 0] = pair?.key.range ?? [];
        const scalar = isScalar(pair?.value) ? pair.value.range : undefined;
        return { key: text.slice(from, to), value: scalar ? [scalar[0], scalar[1]] : undefined };
      },
    };
  } catch (error) {
    if (error instanceof YamlMistake) throw error;
    // The stack is too small for the nesting; ReferenceError is what toJS throws for aliases.
    const words = error instanceof RangeError ? 'nested too deeply' : wordsOf('BAD_ALIAS');
    throw new YamlMistake(words, undefined);
  }
}

/** Not the library's own messages: they quote the file, such as a password that begins with `*`. */
function wordsOf(code: string): string {
  if (code === 'BAD_ALIAS')
    return 'an alias (*name) without its anchor, or too many: text that begins with * needs quotes';
  return code.toLowerCase().replaceAll('_', ' ');
}

/** Steps of a path are keys, or indexes of a list. Aliases are not followed. */
function findPair(contents: unknown, path: Path): { key: Node; value: unknown } | undefined {
  let at: unknown = contents;
  let found: { key: Node; value: unknown } | undefined;
  for (const step of path) {
    if (isSeq(at)) {
      at = at.items[Number(step)];
      continue;
    }
    if (!isMap(at) || isAlias(at)) return undefined;
    const pair = at.items.find(({ key }) => isScalar(key) && key.value === step);
    if (pair === undefined) return undefined;
    found = { key: pair.key as Node, value: pair.value };
    at = pair.value;
  }
  return found;
}
