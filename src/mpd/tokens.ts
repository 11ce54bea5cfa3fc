/** Splits a line into words, as MPD's `src/util/Tokenizer.cxx` does. Pure. */
import { ACK, Ack, badArgument } from './ack.js';

/** Arguments of one command: two for each tag type, and some. */
const MOST_ARGUMENTS = 2 + 2 * 35;

const WORD = /[A-Za-z][A-Za-z0-9_]*/y;
/** Spaces and control characters. */
const SPACE = /[^!-\uffff]*/y;
/** Whatever is above the space, but for quotes; bytes above 0x7f belong to UTF-8. */
const UNQUOTED = /[!#-&(-\uffff]+/y;
const QUOTED = /"((?:[^"\\]|\\[^])*)"/y;

const unknown = (text: string): Ack => new Ack(ACK.unknown, text);

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

const skipSpace = (text: string, at: number): number => at + (matchAt(SPACE, text, at)?.[0].length ?? 0);

const isSpace = (text: string, at: number): boolean => text.charCodeAt(at) <= 0x20;

export interface CommandName {
  readonly name: string;
  /** Where the arguments begin. */
  readonly end: number;
}

/** @throws Ack: the client does not speak the protocol */
export function commandName(line: string): CommandName {
  if (line === '') throw unknown('No command given');
  const [name] = matchAt(WORD, line, 0) ?? [];
  if (name === undefined) throw unknown('Letter expected');
  if (name.length < line.length && !isSpace(line, name.length)) throw unknown('Invalid word character');
  return { name, end: skipSpace(line, name.length) };
}

/** @throws Ack */
export function argumentsAfter(line: string, from: number): string[] {
  const words: string[] = [];
  for (let at = from; at < line.length;) {
    const [word, end] = line[at] === '"' ? quotedAt(line, at) : unquotedAt(line, at);
    if (words.length >= MOST_ARGUMENTS) throw badArgument('Too many arguments');
    words.push(word);
    at = skipSpace(line, end);
  }
  return words;
}

function quotedAt(line: string, at: number): [word: string, end: number] {
  const found = matchAt(QUOTED, line, at);
  if (found === undefined) throw unknown(`Missing closing '"'`);
  const end = at + found[0].length;
  if (end < line.length && !isSpace(line, end)) throw unknown(`Space expected after closing '"'`);
  return [(found[1] ?? '').replace(/\\([^])/g, '$1'), end];
}

function unquotedAt(line: string, at: number): [word: string, end: number] {
  const [word = ''] = matchAt(UNQUOTED, line, at) ?? [];
  const end = at + word.length;
  if (word === '' || (end < line.length && !isSpace(line, end))) throw unknown('Invalid unquoted character');
  return [word, end];
}
