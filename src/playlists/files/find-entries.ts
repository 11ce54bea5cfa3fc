/** Which tracks of the library a playlist file means. Nothing but the library is asked: no file is opened. */
import { basename, dirname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { recordId } from '../../library/ids.js';
import type { Library } from '../../library/library.js';
import { type FileEntry, TRACK_URN, TURN } from './file-entry.js';
import { type Meaning, meaningOf } from './spellings.js';
import { Tails } from './tails.js';

export type MissingCode =
  'NOT_FOUND' | 'AMBIGUOUS' | 'ANOTHER_LENGTH' | 'UNKNOWN_STREAM' | 'UNSUPPORTED_ADDRESS' | 'TOO_LONG';

export interface MissingEntry {
  readonly line: number;
  readonly location: string;
  readonly code: MissingCode;
}

export interface FoundEntries {
  /** Ids in the order of the file. */
  readonly tracks: readonly string[];
  readonly missing: readonly MissingEntry[];
}

/** A track of the same name but another length, in seconds, is another one. */
const LENGTH_TOLERANCE = 5;

/** The places that a path may name: itself, or below a root, whose own name may stand in front. */
function placesOf(path: string, roots: readonly string[]): string[] {
  const below = path.replace(/^\//, '');
  const [first = ''] = below.split('/', 1);
  const own = roots.flatMap((root) => [
    ...(path.startsWith('/') ? [] : [`${root}/${below}`]),
    ...(first === basename(root) ? [`${dirname(root)}/${below}`.replace(/^\/\//, '/')] : []),
  ]);
  return path.startsWith('/') ? [path, ...own] : own;
}

/** The id of a track, which never looks like a code; or a MissingCode. */
type Answer = string;

/** @param roots of the library */
export async function findEntries(
  entries: readonly FileEntry[],
  library: Library,
  roots: readonly string[],
): Promise<FoundEntries> {
  const meanings = entries.map((entry) => meaningOf(entry, TRACK_URN));
  const answers: (Answer | undefined)[] = meanings.map(() => undefined);
  for (let at = 0; at < meanings.length; at += TURN) {
    await nextTurn();
    const found = await namedOnes(meanings.slice(at, at + TURN), library, roots);
    for (const [index, answer] of found.entries()) answers[at + index] = answer;
  }
  await findByTails(entries, meanings, answers, library);
  const tracks: string[] = [];
  const missing: MissingEntry[] = [];
  for (const [at, { line, location }] of entries.entries()) {
    const answer = answers[at] ?? 'NOT_FOUND';
    if (isCode(answer)) missing.push({ line, location: location.slice(0, 1000), code: answer });
    else tracks.push(answer);
  }
  return { tracks, missing };
}

const CODES: ReadonlySet<string> = new Set<MissingCode>([
  'NOT_FOUND',
  'AMBIGUOUS',
  'ANOTHER_LENGTH',
  'UNKNOWN_STREAM',
  'UNSUPPORTED_ADDRESS',
  'TOO_LONG',
]);

function isCode(answer: string): answer is MissingCode {
  return CODES.has(answer);
}

/** Those that say exactly what they mean; undefined for paths that are not in the library as they stand there. */
async function namedOnes(
  meanings: readonly Meaning[],
  library: Library,
  roots: readonly string[],
): Promise<(Answer | undefined)[]> {
  const wanted = meanings.map((meaning) => {
    if (meaning.kind === 'stream') return [recordId('track', meaning.url)];
    if (meaning.kind !== 'paths') return [];
    return [...new Set(meaning.paths.flatMap((path) => placesOf(path, roots)))].map((path) => recordId('track', path));
  });
  const ids = wanted.flat();
  const named = await library.named(ids);
  const known = new Set(ids.filter((_, at) => named[at] !== undefined));
  return meanings.map((meaning, at) => {
    if (meaning.kind === 'nothing') return meaning.code;
    if (meaning.kind === 'track') return meaning.id;
    const found = wanted[at]?.find((id) => known.has(id));
    return found ?? (meaning.kind === 'stream' ? 'UNKNOWN_STREAM' : undefined);
  });
}

/** The rest: by the longest end of the path that only one file has. */
async function findByTails(
  entries: readonly FileEntry[],
  meanings: readonly Meaning[],
  answers: (Answer | undefined)[],
  library: Library,
): Promise<void> {
  const open = meanings.flatMap((meaning, at) =>
    meaning.kind === 'paths' && answers[at] === undefined ? [{ at, paths: meaning.paths }] : [],
  );
  if (open.length === 0) return;
  const tails = new Tails();
  for (const [index, { paths }] of open.entries()) {
    if (index % TURN === TURN - 1) await nextTurn();
    for (const path of paths) tails.want(path);
  }
  for await (const locations of library.allLocations()) for (const location of locations) tails.meet(location);
  for (let from = 0; from < open.length; from += TURN) {
    await nextTurn();
    const some = open.slice(from, from + TURN);
    const found = some.map(({ paths }) => {
      const all = paths.map((path) => tails.find(path));
      return all.find((each) => typeof each === 'string') ?? (all.includes(undefined) ? undefined : null);
    });
    const ids = found.map((path) => (typeof path === 'string' ? recordId('track', path) : ''));
    const named = await library.named(ids);
    for (const [index, { at }] of some.entries()) {
      const track = named[index];
      const seconds = entries[at]?.seconds ?? 0;
      if (found[index] === null) answers[at] = 'NOT_FOUND';
      else if (track === undefined || track.stream !== undefined) answers[at] = 'AMBIGUOUS';
      else if (seconds > 0 && Math.abs(track.length / 1000 - seconds) > LENGTH_TOLERANCE)
        answers[at] = 'ANOTHER_LENGTH';
      else answers[at] = ids[index];
    }
  }
}
