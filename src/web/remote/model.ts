/**
 * What the page knows, and what follows from it: no document, no network, so that it can be tested by itself. Times
 * `now` and `since` are milliseconds of one monotonic clock of the page.
 */
import type { Schemas } from '../../client/client.js';

/** The track that sounds, as the events tell it. */
export type Track = NonNullable<Parts['current_track']>;

/** An entry of the queue: `key` names it for as long as it is in there. */
export type Row = Schemas['QueueRow'];

/** The parts of the event stream under their names there. */
export type Parts = Schemas['EventSnapshot'];

export type PartName = keyof Parts;

export const PART_NAMES: readonly PartName[] = [
  ...(['status', 'current_track', 'queue', 'volume', 'settings', 'playlists'] as const),
  ...(['devices', 'position', 'sleep_timer', 'scan', 'bluetooth', 'radio', 'alarms', 'likes'] as const),
];

/** What was told, and when: positions and the timer go on from there. */
export interface Known {
  readonly parts: Parts;
  readonly positionSince: number;
  /** Milliseconds into the track that were shown already: the position waits there for a report that is a little behind. */
  readonly positionShown: number;
  readonly sleepSince: number;
}

/** A report further behind what is shown than this many milliseconds is a seek; a nearer one came late, or was rounded. */
export const NEAR = 1500;
/** Milliseconds of the position that nobody sees. */
const UNSEEN = 200;

export const STOPPED = 0;
export const PLAYING = 1;
export const PAUSED = 3;

/** Value of `repeat_mode`; larger values shuffle, or repeat a part. */
const REPEAT_ONE = 2;

export function known(parts: Parts, now: number): Known {
  return { parts, positionSince: now, positionShown: 0, sleepSince: now };
}

/**
 * One part was told anew. A change of status is no news of the position: it is brought up to now first. Another track
 * begins at its beginning, until its own position is told.
 */
export function learn(before: Known, name: PartName, value: unknown, now: number): Known {
  const isOther = name === 'current_track' && (value as Track | null)?.path !== before.parts.current_track?.path;
  const moved = { ...before.parts.position, elapsed: isOther ? 0 : counted(before, now) };
  const parts = { ...before.parts, position: moved, [name]: value };
  const learned = {
    parts,
    positionSince: now,
    positionShown: 0,
    sleepSince: name === 'sleep_timer' ? now : before.sleepSince,
  };
  return isOther ? learned : notBefore(learned, elapsedAt(before, now), now);
}

/** Whether a position that was told is the one that is counted to already, while it plays: then nothing changes. */
export function isAsCounted(reported: Known, { elapsed }: Parts['position'], now: number): boolean {
  return reported.parts.status.status === PLAYING && Math.abs(elapsed - elapsedAt(reported, now)) < UNSEEN;
}

/** Keeps the position from running back to just before a position that was shown. */
export function notBefore(reported: Known, shown: number, now: number): Known {
  const behind = shown - elapsedAt(reported, now);
  return behind > 0 && behind < NEAR ? { ...reported, positionShown: shown } : reported;
}

/** Milliseconds into the track by the last report: counts on while it plays and sounds. */
function counted({ parts, positionSince }: Known, now: number): number {
  const { status, output_problem: problem } = parts.status;
  const passed = status === PLAYING && problem === undefined ? now - positionSince : 0;
  return parts.position.elapsed + passed;
}

/** Milliseconds into the track as they are shown: never beyond its end, and not before what was shown already. */
export function elapsedAt(reported: Known, now: number): number {
  const elapsed = Math.max(reported.positionShown, counted(reported, now));
  const length = reported.parts.current_track?.length ?? 0;
  return length > 0 ? Math.min(elapsed, length) : elapsed;
}

/** Milliseconds until the sleep timer pauses; 0 without one. */
export function sleepLeftAt({ parts, sleepSince }: Known, now: number): number {
  const { remaining } = parts.sleep_timer;
  return remaining > 0 ? Math.max(0, remaining - (now - sleepSince)) : 0;
}

/** What the play button asks for. */
export function playRequest({ status, queue }: Pick<Parts, 'status' | 'queue'>) {
  switch (status.status) {
    case PLAYING:
      return '/player/pause';
    case PAUSED:
      return '/player/resume';
    default:
      return queue.resume_index > -1 ? '/playlists/resume-track' : '/player/play';
  }
}

/**
 * The entry that next (1) or previous (-1) goes to; undefined where nobody knows, or none is gone to: stopped, at the end
 * of a queue that is not repeated, and where repeating means something else.
 */
export function neighbour({ status, queue, settings }: Parts, by: 1 | -1): number | undefined {
  const { amount, index, first_index: first } = queue;
  const mode = settings.repeat_mode;
  if (status.status === STOPPED || amount === 0 || mode > REPEAT_ONE) return undefined;
  const rank = ((index - first + amount) % amount) + by;
  if (mode === 0 && (rank < 0 || rank >= amount)) return undefined;
  return (first + rank + amount) % amount;
}

/** Whether an entry comes before the current one in the order in which the queue is played. */
export function isPlayed({ amount, index, first_index: first }: Parts['queue'], at: number): boolean {
  const rankOf = (entry: number): number => (entry - first + amount) % amount;
  return rankOf(at) < rankOf(index);
}

/** Off, all, one, and round again; from the rarer modes to off. */
export function nextRepeat(mode: number): number {
  return mode < 2 ? mode + 1 : 0;
}

/** `0:07`, `12:34`, `1:02:03`. */
export function timeText(milliseconds: number): string {
  const all = Math.floor(milliseconds / 1000);
  const [hours, minutes, seconds] = [Math.floor(all / 3600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Whether a file is still known by its name alone: what was read has a length. */
export function isUntagged({ path, length }: Pick<Track, 'path' | 'length'>): boolean {
  return path.startsWith('/') && length === 0;
}
