/** Which tracks of the library, files in its folders and streams a playlist file means. */
import { basename, dirname, join } from 'node:path';

import { stat } from '../../files/files.js';
import { isPlayable } from '../../tags/media-types.js';
import { recordId } from '../../library/ids.js';
import type { Library } from '../../library/library.js';
import { forEachLimited } from '../../library/limited.js';
import type { LibraryPaths } from '../../library/paths.js';
import type { StreamAddresses } from '../../net/stream-address.js';
import { partLocation } from '../../tags/cue-tracks.js';
import { streamTitle } from '../../tags/track-tag.js';
import { type FileEntry, TRACK_URN } from './file-entry.js';
import { type Meaning, meaningOf } from './path-variants.js';
import { SuffixMatch } from './suffix-match.js';
import { nextTurn } from '../../library/turn.js';

export type MissingCode =
  | 'NOT_FOUND'
  | 'AMBIGUOUS'
  | 'ANOTHER_LENGTH'
  | 'UNKNOWN_STREAM'
  | 'STREAM_ADDRESS_FORBIDDEN'
  | 'UNSUPPORTED_ADDRESS'
  | 'NESTED_PLAYLIST'
  | 'TOO_LONG';

export interface MissingEntry {
  readonly line: number;
  readonly location: string;
  readonly code: MissingCode;
}

export interface FoundTrack {
  readonly id: string;
  /** What the queue takes; undefined for an id that the library does not know now. */
  readonly location: string | undefined;
  /** Index of the entry that names it. */
  readonly entry: number;
}

export interface FoundEntries {
  /** In the order of the entries; a file that holds several tracks gives all of them. */
  readonly tracks: readonly FoundTrack[];
  readonly missing: readonly MissingEntry[];
  /** Streams among the tracks that the library does not know, each once, with the titles that the file has. */
  readonly newStreams: readonly { readonly url: string; readonly title: string }[];
}

export interface FindDeps {
  readonly library: Pick<Library, 'named' | 'partsOf' | 'allLocations'>;
  readonly paths: LibraryPaths;
  readonly streams: Pick<StreamAddresses, 'examine'>;
}

/** A track of the same name but another length, in seconds, is another one. */
const LENGTH_TOLERANCE = 5;
/** Streams of one imported file that the library did not know; it remembers 10,000 in all. */
const MOST_NEW_STREAMS = 1000;
/** Files looked at together. */
const TOGETHER = 8;

/** Characters of the locations in one turn of the event loop: about a hundred usual ones, or three of the longest. */
const TURN = 10_000;

/** Runs of entries, each followed by a turn of the event loop. */
async function* inSlices<Item>(items: readonly Item[], lengthOf: (item: Item) => number): AsyncGenerator<Item[]> {
  let run: Item[] = [];
  let length = 0;
  for (const item of items) {
    run.push(item);
    length += lengthOf(item);
    if (length < TURN) continue;
    yield run;
    await nextTurn();
    [run, length] = [[], 0];
  }
  if (run.length > 0) yield run;
}

const lengthOf = ({ entry }: Pick<OpenEntry, 'entry'>): number => 20 + entry.location.length;

/** The paths that a path may mean: itself, or one below a root, whose own name may stand in front. */
function candidatePaths(path: string, roots: readonly string[]): string[] {
  const below = path.replace(/^\//, '');
  const [first = ''] = below.split('/', 1);
  const own = roots.flatMap((root) => [
    ...(path.startsWith('/') ? [] : [`${root}/${below}`]),
    ...(first === basename(root) ? [`${dirname(root)}/${below}`.replace(/^\/\//, '/')] : []),
  ]);
  return path.startsWith('/') ? [path, ...own] : own;
}

type Found = Pick<FoundTrack, 'id' | 'location'>;
type Answer = readonly Found[] | MissingCode;

/** An entry that is a path, and has no answer yet. */
interface OpenEntry {
  readonly at: number;
  readonly entry: FileEntry;
  readonly paths: readonly string[];
  /** Absolute paths that these may mean, the likeliest first. */
  readonly candidates: readonly string[];
}

/**
 * @param isToPlay takes what the queue can play: also files that the library does not know, and any number of streams
 * @throws Unavailable LIBRARY_UNAVAILABLE
 */
export async function findEntries(
  entries: readonly FileEntry[],
  parts: FindDeps,
  isToPlay = false,
): Promise<FoundEntries> {
  const { library, paths } = parts;
  const answers: (Answer | undefined)[] = entries.map(() => undefined);
  const newStreams = new Map<string, string>();
  const open: OpenEntry[] = [];
  const numbered = entries.map((entry, at) => ({ entry, at }));
  for await (const run of inSlices(numbered, lengthOf)) {
    const some = run.map(({ entry, at }) => ({ entry, at, meaning: meaningOf(entry, TRACK_URN) }));
    const candidates = some.map(({ entry, meaning }) => candidatesOf(entry, meaning, paths.roots));
    const ids = candidates.flat().map(({ id }) => id);
    const named = await library.named(ids);
    const known = new Map(ids.map((id, at) => [id, named[at]]));
    for (const [index, { entry, at, meaning }] of some.entries()) {
      const found = candidates[index]?.find(({ id }) => known.get(id) !== undefined);
      const track = found && known.get(found.id);
      const location = track?.stream === undefined ? track?.location : track.stream.url;
      const answer = found && [{ id: found.id, location }];
      if (meaning.kind === 'nothing') answers[at] = meaning.code;
      else if (meaning.kind === 'track') answers[at] = answer ?? [{ id: meaning.id, location: undefined }];
      else if (meaning.kind === 'stream') {
        const { url } = meaning;
        answers[at] = streamAnswer(url, parts.streams);
        if (found !== undefined || typeof answers[at] === 'string' || newStreams.has(url)) continue;
        if (isToPlay || newStreams.size < MOST_NEW_STREAMS) newStreams.set(url, entry.title || streamTitle(url));
        else answers[at] = 'UNKNOWN_STREAM';
      } else if (answer !== undefined) answers[at] = answer;
      else {
        const candidates = meaning.paths.flatMap((path) => candidatePaths(path, paths.roots));
        open.push({ at, entry, paths: meaning.paths, candidates: [...new Set(candidates)] });
      }
    }
  }
  await findCueTracks(open, answers, library);
  const remains = ({ at }: OpenEntry): boolean => answers[at] === undefined;
  if (isToPlay) await findOnDisk(open.filter(remains), answers, paths);
  // Many sheets name their file `image.wav`: another one of that name is not meant.
  await findBySuffix(
    open.filter((each) => remains(each) && each.entry.part === undefined),
    answers,
    library,
  );
  const titled = Array.from(newStreams, ([url, title]) => ({ url, title }));
  return { ...sorted(entries, answers), newStreams: titled };
}

/** Ids that an entry may mean, the likeliest first. */
function candidatesOf({ part }: FileEntry, meaning: Meaning, roots: readonly string[]): { readonly id: string }[] {
  if (meaning.kind === 'nothing') return [];
  if (meaning.kind === 'track') return [{ id: meaning.id }];
  if (meaning.kind === 'stream') return [{ id: recordId('track', meaning.url) }];
  const candidates = new Set(meaning.paths.flatMap((path) => candidatePaths(path, roots)));
  const locations = Array.from(candidates, (path) => (part === undefined ? [path] : [partLocation(path, part), path]));
  return locations.flat().map((location) => ({ id: recordId('track', location) }));
}

function streamAnswer(url: string, streams: FindDeps['streams']): Answer {
  const examined = streams.examine(url);
  if (typeof examined === 'string') return [{ id: recordId('track', url), location: url }];
  return examined.code === 'STREAM_ADDRESS_FORBIDDEN' ? 'STREAM_ADDRESS_FORBIDDEN' : 'UNSUPPORTED_ADDRESS';
}

/** Tracks and missing entries apart. A file that stands for several tracks of one sheet is taken once. */
function sorted(
  entries: readonly FileEntry[],
  answers: readonly (Answer | undefined)[],
): Pick<FoundEntries, 'tracks' | 'missing'> {
  const tracks: FoundTrack[] = [];
  const missing: MissingEntry[] = [];
  for (const [at, { line, location, part }] of entries.entries()) {
    const answer = answers[at] ?? 'NOT_FOUND';
    if (typeof answer === 'string') missing.push({ line, location: location.slice(0, 1000), code: answer });
    else if (part === undefined || answer[0]?.id !== tracks.at(-1)?.id) {
      tracks.push(...answer.map((found) => ({ ...found, entry: at })));
    }
  }
  return { tracks, missing };
}

/** Files that the library has only by their parts: an entry that names the whole file means all of them. */
async function findCueTracks(
  open: readonly OpenEntry[],
  answers: (Answer | undefined)[],
  library: FindDeps['library'],
): Promise<void> {
  const whole = open.filter(({ entry }) => entry.part === undefined);
  for await (const run of inSlices(whole, lengthOf)) {
    const some = run.flatMap(({ at, candidates }) => candidates.map((path) => ({ at, path })));
    const parts = await library.partsOf(some.map(({ path }) => path));
    for (const [index, { at }] of some.entries()) {
      const locations = parts[index] ?? [];
      if (locations.length === 0) continue;
      answers[at] ??= locations.map((location) => ({ id: recordId('track', location), location }));
    }
  }
}

/** Files that are there, inside a root, and have the ending of a format that can be played. */
async function findOnDisk(
  open: readonly OpenEntry[],
  answers: (Answer | undefined)[],
  paths: LibraryPaths,
): Promise<void> {
  const roots = paths.roots.map((root) => join(root, '/'));
  const mayBe = (path: string): boolean => isPlayable(path) && roots.some((root) => path.startsWith(root));
  for await (const run of inSlices(open, lengthOf)) {
    const some = run.flatMap(({ at, candidates }) => candidates.filter(mayBe).map((path) => ({ at, path })));
    const there = new Set<string>();
    await forEachLimited(some, TOGETHER, async ({ path }) => {
      const stats = await stat(path).catch(() => undefined);
      if (stats?.isFile() === true) there.add(path);
    });
    const found = some.filter(({ path }) => there.has(path));
    const resolved = await paths.resolveAll(found.map(({ path }) => path));
    for (const [index, { at }] of found.entries()) {
      const location = resolved[index];
      if (typeof location === 'string') answers[at] ??= [{ id: recordId('track', location), location }];
    }
  }
}

/** The rest: by the longest end of the path that only one file has. */
async function findBySuffix(
  open: readonly OpenEntry[],
  answers: (Answer | undefined)[],
  library: FindDeps['library'],
): Promise<void> {
  if (open.length === 0) return;
  const suffixes = new SuffixMatch();
  for await (const run of inSlices(open, lengthOf)) {
    for (const { paths } of run) for (const path of paths) suffixes.want(path);
  }
  for await (const locations of library.allLocations()) for (const location of locations) suffixes.meet(location);
  for await (const some of inSlices(open, lengthOf)) {
    const found = some.map(({ paths }) => {
      const all = paths.map((path) => suffixes.find(path));
      return all.find((each) => typeof each === 'string') ?? (all.includes(undefined) ? undefined : null);
    });
    const ids = found.map((path) => (typeof path === 'string' ? recordId('track', path) : ''));
    const named = await library.named(ids);
    for (const [index, { at, entry }] of some.entries()) {
      const track = named[index];
      const { seconds } = entry;
      if (found[index] === null) answers[at] = 'NOT_FOUND';
      else if (track === undefined || track.stream !== undefined) answers[at] = 'AMBIGUOUS';
      else if (seconds > 0 && Math.abs(track.length / 1000 - seconds) > LENGTH_TOLERANCE)
        answers[at] = 'ANOTHER_LENGTH';
      else answers[at] = [{ id: recordId('track', track.location), location: track.location }];
    }
  }
}
