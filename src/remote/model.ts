/**
 * What the page knows, and what follows from it: no document, no network, so that it can be tested by itself. Times
 * `now` and `since` are milliseconds of one monotonic clock of the page.
 */

export interface Track {
  readonly path: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  /** Milliseconds; 0 when it is not known, as with radio. */
  readonly length: number;
  readonly album_art: string | null;
}

/** An entry of the queue: `key` names it for as long as it is in there. */
export interface Row extends Track {
  readonly key: number;
  readonly position: number;
}

export interface Queue {
  readonly revision: string;
  readonly amount: number;
  readonly index: number;
  readonly resume_index: number;
}

/** The parts of the event stream that the page uses, under their names there. */
export interface Parts {
  readonly status: { readonly status: number; readonly output_problem?: { readonly detail: string } };
  readonly current_track: Track | null;
  readonly queue: Queue;
  readonly volume: { readonly volume: number; readonly min: number; readonly max: number } | null;
  readonly settings: { readonly repeat_mode: number; readonly playlist_shuffle: boolean };
  readonly position: { readonly elapsed: number };
  readonly sleep_timer: { readonly remaining: number };
}

export type PartName = keyof Parts;

export const PART_NAMES: readonly PartName[] = [
  'status',
  'current_track',
  'queue',
  'volume',
  'settings',
  'position',
  'sleep_timer',
];

/** What was told, and when: positions and the timer go on from there. */
export interface Known {
  readonly parts: Parts;
  readonly positionSince: number;
  readonly sleepSince: number;
}

export const STOPPED = 0;
export const PLAYING = 1;
export const PAUSED = 3;

export function known(parts: Parts, now: number): Known {
  return { parts, positionSince: now, sleepSince: now };
}

/** One part was told anew. A change of status is no news of the position: it is brought up to now first. */
export function learn(before: Known, name: PartName, value: unknown, now: number): Known {
  const moved = { elapsed: elapsedAt(before, now) };
  const parts = { ...before.parts, position: moved, [name]: value } as Parts;
  return { parts, positionSince: now, sleepSince: name === 'sleep_timer' ? now : before.sleepSince };
}

/** Milliseconds into the track: counts on while it plays and sounds, and never beyond its end. */
export function elapsedAt({ parts, positionSince }: Known, now: number): number {
  const { status, output_problem: problem } = parts.status;
  const passed = status === PLAYING && problem === undefined ? now - positionSince : 0;
  const length = parts.current_track?.length ?? 0;
  const elapsed = parts.position.elapsed + passed;
  return length > 0 ? Math.min(elapsed, length) : elapsed;
}

/** Milliseconds until the sleep timer pauses; 0 without one. */
export function sleepLeftAt({ parts, sleepSince }: Known, now: number): number {
  const { remaining } = parts.sleep_timer;
  return remaining > 0 ? Math.max(0, remaining - (now - sleepSince)) : 0;
}

/** What the play button asks for. */
export function playRequest({ status, queue }: Parts): string {
  switch (status.status) {
    case PLAYING:
      return '/player/pause';
    case PAUSED:
      return '/player/resume';
    default:
      return queue.resume_index > -1 ? '/playlists/resume-track' : '/player/play';
  }
}

const REPEAT_NAMES = ['off', 'all', 'one track', 'shuffled', 'A to B'];

export function repeatName(mode: number): string {
  return REPEAT_NAMES[mode] ?? 'off';
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

/** Whether a file is still known by its name alone. */
export function isUntagged({ path, title }: Track): boolean {
  return path.startsWith('/') && path.endsWith(`/${title}`);
}

/** How many entries are shown at once: ten thousand rows would be too many for a phone. */
export const ROWS = 100;

/** The first row of a window that shows the current entry with some that were before it. */
export function windowStart({ amount, index }: Queue): number {
  return Math.max(0, Math.min(index - 10, amount - ROWS));
}
