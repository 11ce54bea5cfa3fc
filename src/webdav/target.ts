/**
 * What the path of a request means below the folder: checked names, never a step up, nothing hidden. Pure.
 * A name that no disk takes becomes the one that an upload would give it, and is found under both.
 */
import { InvalidInput } from '../errors.js';
import { cleaned } from '../uploads/names.js';
import { isJunk } from './junk.js';
import { Refusal } from './refusal.js';

export interface Step {
  /** As the client has it. */
  readonly given: string;
  /** As it is written to a disk. */
  readonly written: string;
}

export interface Target {
  /** The outermost first; none is the folder itself. */
  readonly steps: readonly Step[];
  /** The last step names a file that is taken and not kept. */
  readonly isJunk: boolean;
  /** The path ends with a slash. */
  readonly isFolder: boolean;
}

const MOST_STEPS = 16;
const MOST_BYTES = 2048;

/** @param target of a request or a header: a path or a URL. @throws Refusal 400, 403 */
export function targetOf(target: string): Target {
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) throw new Refusal(400, 'The path does not begin at the top.');
  const names = path
    .split('/')
    .filter((name) => name !== '')
    .map(decoded);
  if (names.length > MOST_STEPS) throw new Refusal(403, `At most ${MOST_STEPS - 1} folders can lie in each other.`);
  if (names.reduce((sum, name) => sum + Buffer.byteLength(name) + 1, 0) > MOST_BYTES) {
    throw new Refusal(414, 'The path is too long.');
  }
  const last = names.at(-1);
  const isJunkFile = last !== undefined && isJunk(last);
  const steps = names.map((given, at) => {
    if (isJunkFile && at === names.length - 1) return { given, written: given };
    return { given, written: writtenName(given) };
  });
  return { steps, isJunk: isJunkFile, isFolder: path.endsWith('/') };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Refusal(400, 'The path is not encoded as URLs are.');
  }
}

function writtenName(given: string): string {
  if (given.includes('/') || given === '.' || given === '..')
    throw new Refusal(400, 'The path has a step that is none.');
  try {
    return cleaned(given);
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    // What is hidden is not there for who asks, and is not made.
    throw new Refusal(given.startsWith('.') ? 404 : 400, error.message);
  }
}

/** Path of a URL for steps; a folder ends with a slash. */
export function hrefOf(names: readonly string[], isFolder: boolean): string {
  const path = names.map((name) => `/${encodeURIComponent(name)}`).join('');
  return isFolder ? `${path}/` : path;
}
