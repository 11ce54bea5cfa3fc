/** What a client does to the box, and what it may believe once that is acknowledged: from the wire alone. */
import type { Daemon } from './daemon.js';

/** What must survive. */
export interface Known {
  readonly entries: readonly string[];
  readonly index: number;
  readonly volume: number;
}

/** Where the current entry was begun, in milliseconds, by a command that was sent at this moment. */
interface Place {
  readonly elapsed: number;
  readonly asked: number;
}

export interface Belief {
  readonly known: Known;
  /** Undefined: what sounds is not in the queue, and the current entry follows it from its beginning. */
  readonly place: Place | undefined;
  /** Shuffled, and nobody has seen the new order yet. */
  readonly isUnseen?: boolean;
}

/** One request, and what holds once it is acknowledged. */
export interface Command {
  readonly method: 'PUT' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  readonly after: (asked: number) => Belief;
}

export interface Means {
  readonly files: readonly string[];
  readonly random: () => number;
}

const LONGEST_QUEUE = 40;
const FARTHEST_SEEK = 10_000;

export const below = (limit: number, random: () => number): number => Math.floor(random() * limit);

const someFiles = (most: number, { files, random }: Means): string[] =>
  Array.from({ length: 1 + below(most, random) }, () => files[below(files.length, random)]!);

function replace({ known }: Belief, means: Means): Command {
  const entries = [...someFiles(6, means), ...someFiles(1, means)];
  const after = { known: { ...known, entries, index: 0 }, place: undefined };
  return { method: 'POST', path: '/playlists', body: { tracks: entries }, after: () => after };
}

function start({ known }: Belief, { random }: Means): Command {
  const index = below(known.entries.length, random);
  const elapsed = below(FARTHEST_SEEK, random);
  const path = `/playlists/start?start_index=${index}&elapsed=${elapsed}`;
  return { method: 'PUT', path, after: (asked) => ({ known: { ...known, index }, place: { elapsed, asked } }) };
}

function setVolume({ known, place }: Belief, { random }: Means): Command {
  const level = -80 + below(70, random);
  const after = { known: { ...known, volume: level }, place };
  return { method: 'PUT', path: '/player/volume/level', body: { level }, after: () => after };
}

function seek({ known, place }: Belief, { random }: Means): Command {
  const elapsed = below(FARTHEST_SEEK, random);
  const path = `/player/ff-rewind?newtime=${elapsed}`;
  return { method: 'PUT', path, after: (asked) => ({ known, place: place && { elapsed, asked } }) };
}

/** At an index. Before the entry that follows a track that has left the queue, the new ones follow it instead. */
function insert(belief: Belief, means: Means): Command {
  const { known, place } = belief;
  const { entries, index } = known;
  if (entries.length > LONGEST_QUEUE) return remove(belief, means);
  const position = below(entries.length + 1, means.random);
  const tracks = someFiles(4, means);
  const isBefore = position < index || (position === index && place !== undefined);
  const after = {
    known: {
      ...known,
      entries: entries.toSpliced(position, 0, ...tracks),
      index: isBefore ? index + tracks.length : index,
    },
    place,
  };
  return { method: 'POST', path: '/playlists/current/tracks', body: { position, tracks }, after: () => after };
}

/** Any but the current entry. */
function remove(belief: Belief, means: Means): Command {
  const { known, place } = belief;
  const { entries, index } = known;
  if (entries.length < 4) return insert(belief, means);
  const positions = [...entries.keys()].filter((at) => at !== index && means.random() < 0.3);
  if (positions.length === 0) positions.push(index === 0 ? 1 : 0);
  const after = {
    known: {
      ...known,
      entries: entries.filter((_, at) => !positions.includes(at)),
      index: index - positions.filter((at) => at < index).length,
    },
    place,
  };
  return { method: 'DELETE', path: '/playlists/current/tracks', body: { positions }, after: () => after };
}

/** While something sounds that is not in the queue, what a move makes of the current entry is the box's affair. */
function move(belief: Belief, means: Means): Command {
  const { known, place } = belief;
  if (place === undefined) return start(belief, means);
  const from = below(known.entries.length, means.random);
  const to = below(known.entries.length, means.random);
  const places = [...known.entries.keys()];
  const moved = places.toSpliced(from, 1).toSpliced(to, 0, from);
  const entries = moved.map((at) => known.entries[at]!);
  const after = { known: { ...known, entries, index: moved.indexOf(known.index) }, place };
  return { method: 'PUT', path: '/playlists/current/tracks/move', body: { from, to }, after: () => after };
}

function shuffle({ known, place }: Belief): Command {
  return { method: 'PUT', path: '/playlists/shuffle', after: () => ({ known, place, isUnseen: true }) };
}

const COMMANDS: readonly ((belief: Belief, means: Means) => Command)[] = [
  replace,
  start,
  setVolume,
  seek,
  insert,
  insert,
  remove,
  move,
  shuffle,
];

export const someCommand = (belief: Belief, means: Means): Command =>
  COMMANDS[below(COMMANDS.length, means.random)]!(belief, means);

/** An answer that refuses is no kill. */
export class Refused extends Error {}

export function accept({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status !== 200) throw new Refused(`answered ${status}: ${text}`);
}

/** What the box says of itself, as far as it must survive. */
export async function ask(daemon: Daemon): Promise<Known> {
  const queue = (await daemon.get('/playlists/current')).body as { index: number; entries: { path: string }[] };
  const { volume } = (await daemon.get('/player/volume')).body as { volume: number };
  return { entries: queue.entries.map(({ path }) => path), index: queue.index, volume };
}

/** Whether a box that says this of itself holds what was believed. */
export function holds({ known, place, isUnseen = false }: Belief, found: Known): boolean {
  if (!isUnseen) return JSON.stringify(known) === JSON.stringify(found);
  const isSameSet = JSON.stringify(known.entries.toSorted()) === JSON.stringify(found.entries.toSorted());
  const current = place === undefined ? undefined : known.entries[known.index];
  const isPlaced = current === undefined ? found.index === 0 : found.entries[found.index] === current;
  return isSameSet && isPlaced && found.volume === known.volume;
}
