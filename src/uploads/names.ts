/**
 * Where an upload is to lie below its root, by what its sender calls it. Names are cleaned where nobody would miss what
 * goes (what other systems cannot write, marks that turn the direction of a text), and refused where they may mean
 * something else: another folder, a hidden file, a name that no disk takes. Pure. Source: `limits.h` (NAME_MAX), and the
 * names that FAT and Windows do not have.
 */
import { extname } from 'node:path';

import { InvalidInput } from '../errors.js';

export interface Destination {
  /** Below the root, the outermost first. */
  readonly folders: readonly string[];
  readonly name: string;
}

/** NAME_MAX, in bytes of UTF-8. */
const MOST_NAME_BYTES = 255;
const MOST_PATH_BYTES = 2048;
const MOST_FOLDERS = 16;

const CONTROLS = /\p{Cc}|\p{Cs}|\ufffd/u;
/** Marks, overrides, embeddings and isolates of direction, and a byte order mark (Unicode Annex 9). */
const UNSEEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const UNWRITABLE = /[\\:*?"<>|]/g;

/**
 * @param relativePath folders that the file lay in, with or without its own name behind them; `''` for none
 * @throws InvalidInput INVALID_NAME
 */
export function destinationOf(filename: string, relativePath = ''): Destination {
  if (relativePath.startsWith('/')) throw invalid('The path must not begin at the top.');
  const steps = relativePath.split('/').filter((step) => step !== '');
  if (steps.at(-1) === filename) steps.pop();
  if (filename.includes('/')) throw invalid('A name cannot hold a slash; folders go into relativePath.');
  if (steps.length > MOST_FOLDERS) throw invalid(`At most ${MOST_FOLDERS} folders can lie in each other.`);
  const name = cleaned(filename);
  const folders = steps.map(cleaned);
  const bytes = [...folders, name].reduce((sum, each) => sum + Buffer.byteLength(each) + 1, 0);
  if (bytes > MOST_PATH_BYTES) throw invalid('The path is too long.');
  return { folders, name };
}

/** Adds a number to a name that is taken, and shortens the stem where it must. */
export function numbered(name: string, number: number): string {
  const ending = extname(name);
  const tail = ` (${number})${ending}`;
  const characters = Array.from(name.slice(0, name.length - ending.length));
  while (Buffer.byteLength(characters.join('') + tail) > MOST_NAME_BYTES) characters.pop();
  return `${characters.join('')}${tail}`;
}

/** The name as every disk and every system takes it. @throws InvalidInput INVALID_NAME */
export function cleaned(step: string): string {
  if (CONTROLS.test(step)) throw invalid('A name cannot hold control characters.');
  const seen = step.replace(UNSEEN, '').normalize('NFC').trim();
  if (seen === '' || seen === '.' || seen === '..') throw invalid('A name must name something in its folder.');
  if (seen.startsWith('.')) throw invalid('What begins with a dot is hidden, also from the library.');
  // A folder such as `R.E.M.` keeps its name but for the last dot, which Windows would drop.
  const name = seen.replace(UNWRITABLE, '_').replace(/[. ]+$/, '');
  if (Buffer.byteLength(name) > MOST_NAME_BYTES) throw invalid('A name is too long.');
  return name;
}

function invalid(message: string): InvalidInput {
  return new InvalidInput('INVALID_NAME', message, [{ path: 'Upload-Metadata', message }]);
}
