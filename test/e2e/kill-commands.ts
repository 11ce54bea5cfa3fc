/** Random commands of a client, and the state that it can expect after the answer, known from the REST API alone. */
import type { Daemon } from './daemon.js';

/** State that must survive a kill. */
export interface Known {
  readonly entries: readonly string[];
  readonly index: number;
  readonly volume: number;
}

/** Position in milliseconds at which a command, sent at this time, started the current entry. */
interface StartPoint {
  readonly elapsed: number;
  readonly asked: number;
}

export interface Belief {
  readonly known: Known;
  /** Undefined while the playing track is not in the queue; the current entry follows it from its beginning. */
  readonly startPoint: StartPoint | undefined;
  /** True after a shuffle, while the client has not read the new order. */
  readonly isUnseen?: boolean;
}

/** A request, and the expected state after its answer. */
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
  const after = { known: { ...known, entries, index: 0 }, startPoint: undefined };
  return { method: 'POST', path: '/playlists', body: { tracks: entries }, after: () => after };
}

function start({ known }: Belief, { random }: Means): Command {
  const index = below(known.entries.length, random);
  const elapsed = below(FARTHEST_SEEK, random);
  const path = `/playlists/start?start_index=${index}&elapsed=${elapsed}`;
  return { method: 'PUT', path, after: (asked) => ({ known: { ...known, index }, startPoint: { elapsed, asked } }) };
}

function setVolume({ known, startPoint }: Belief, { random }: Means): Command {
  const level = -80 + below(70, random);
  const after = { known: { ...known, volume: level }, startPoint };
  return { method: 'PUT', path: '/player/volume/level', body: { level }, after: () => after };
}

function seek({ known, startPoint }: Belief, { random }: Means): Command {
  const elapsed = below(FARTHEST_SEEK, random);
  const path = `/player/ff-rewind?newtime=${elapsed}`;
  return { method: 'PUT', path, after: (asked) => ({ known, startPoint: startPoint && { elapsed, asked } }) };
}

/**
 * Inserts at an index. Entries inserted before the one that follows a removed playing track are played next instead.
 */
function insert(belief: Belief, means: Means): Command {
  const { known, startPoint } = belief;
  const { entries, index } = known;
  if (entries.length > LONGEST_QUEUE) return remove(belief, means);
  const position = below(entries.length + 1, means.random);
  const tracks = someFiles(4, means);
  const isBefore = position < index || (position === index && startPoint !== undefined);
  const after = {
    known: {
      ...known,
      entries: entries.toSpliced(position, 0, ...tracks),
      index: isBefore ? index + tracks.length : index,
    },
    startPoint,
  };
  return { method: 'POST', path: '/playlists/current/tracks', body: { position, tracks }, after: () => after };
}

/** Removes any entry but the current one. */
function remove(belief: Belief, means: Means): Command {
  const { known, startPoint } = belief;
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
    startPoint,
  };
  return { method: 'DELETE', path: '/playlists/current/tracks', body: { positions }, after: () => after };
}

/**
 * Moves an entry. While the playing track is not in the queue, the resulting current entry is not specified, so the
 * queue is started instead.
 */
function move(belief: Belief, means: Means): Command {
  const { known, startPoint } = belief;
  if (startPoint === undefined) return start(belief, means);
  const from = below(known.entries.length, means.random);
  const to = below(known.entries.length, means.random);
  const indexes = [...known.entries.keys()];
  const moved = indexes.toSpliced(from, 1).toSpliced(to, 0, from);
  const entries = moved.map((at) => known.entries[at]!);
  const after = { known: { ...known, entries, index: moved.indexOf(known.index) }, startPoint };
  return { method: 'PUT', path: '/playlists/current/tracks/move', body: { from, to }, after: () => after };
}

function shuffle({ known, startPoint }: Belief): Command {
  return { method: 'PUT', path: '/playlists/shuffle', after: () => ({ known, startPoint, isUnseen: true }) };
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

/** Error for a problem answer, which is not caused by the kill. */
export class Refused extends Error {}

export function accept({ status, text }: { readonly status: number; readonly text: string }): void {
  if (status !== 200) throw new Refused(`answered ${status}: ${text}`);
}

/** Reads the state that must survive from the box. */
export async function ask(daemon: Daemon): Promise<Known> {
  const queue = (await daemon.get('/playlists/current')).body as { index: number; entries: { path: string }[] };
  const { volume } = (await daemon.get('/player/volume')).body as { volume: number };
  return { entries: queue.entries.map(({ path }) => path), index: queue.index, volume };
}

/** Whether the state found on the box agrees with the expected one. */
export function holds({ known, startPoint, isUnseen = false }: Belief, found: Known): boolean {
  if (!isUnseen) return JSON.stringify(known) === JSON.stringify(found);
  const isSameSet = JSON.stringify(known.entries.toSorted()) === JSON.stringify(found.entries.toSorted());
  const current = startPoint === undefined ? undefined : known.entries[known.index];
  const isPlaced = current === undefined ? found.index === 0 : found.entries[found.index] === current;
  return isSameSet && isPlaced && found.volume === known.volume;
}
