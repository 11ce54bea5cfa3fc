/** Short words for states and effects, so that a test reads like a row of the contract's table. */
import {
  FROM_START,
  INITIAL_STATE,
  type Effect,
  type MachineEvent,
  type PlayerState,
} from '../../src/playback/state.js';
import { transition } from '../../src/playback/transition.js';
import { DEFAULT_MODES } from '../../src/playback/modes.js';
import { queueOf } from '../../src/playback/queue.js';
import type { QueueEntry, StartPosition } from '../../src/playback/types.js';
import { byteOffset, milliseconds } from '../../src/units.js';

export const entriesOf = (locations: readonly string[], firstKey = 1): QueueEntry[] =>
  locations.map((location, at) => ({ key: firstKey + at, location }));

export const replace = (locations: readonly string[], firstKey = 1): MachineEvent => ({
  type: 'queueReplaced',
  entries: entriesOf(locations, firstKey),
});

/** Brings back this queue, stopped. */
export const restore = (locations: readonly string[], index: number): MachineEvent => ({
  type: 'restored',
  queue: queueOf(entriesOf(locations), index),
  modes: DEFAULT_MODES,
  resume: undefined,
  goesOn: false,
  nextSeed: 7,
});

export const PLAY: MachineEvent = { type: 'play', from: FROM_START };
export const STOP: MachineEvent = { type: 'stop', at: FROM_START };
export const startAt = (index: number, from: StartPosition = FROM_START): MachineEvent => ({
  type: 'start',
  index,
  from,
});
export const seekTo = (to: number): MachineEvent => ({ type: 'seek', to: milliseconds(to) });
export const atElapsed = (elapsed: number): StartPosition => ({
  elapsed: milliseconds(elapsed),
  offset: byteOffset(0),
});

/** The state after these events, and what the last of them asked of the engine and the store. */
export function after(
  state: PlayerState,
  ...events: readonly MachineEvent[]
): { state: PlayerState; reported: string[] } {
  let effects: readonly Effect[] = [];
  for (const event of events) ({ state, effects } = transition(state, event));
  return { state, reported: effects.map(effectText) };
}

/** Stopped, with the queue /a /b /c. */
export const stoppedAt = (index: number): PlayerState => after(INITIAL_STATE, restore(['/a', '/b', '/c'], index)).state;
export const playingAt = (index: number): PlayerState => after(stoppedAt(index), PLAY).state;
export const pausedAt = (index: number): PlayerState => after(playingAt(index), { type: 'pause' }).state;

/** The play id of the sounding, the upcoming or the prepared track. */
export function playIdOf({ playback }: PlayerState, which: 'current' | 'upcoming' | 'prepared'): number {
  const known = playback.kind === 'stopped' ? { prepared: playback.prepared } : playback;
  const loaded = which in known ? (known as Record<string, { playId: number } | undefined>)[which] : undefined;
  if (loaded === undefined) throw new Error(`there is no ${which} track`);
  return loaded.playId;
}

/** Such as `playing /b at 1, then /c`; a track that has left the queue is `playing /b out of queue`. */
export function sketch({ playback, queue }: PlayerState): string {
  if (playback.kind === 'stopped') {
    return `stopped at ${queue.index}, ${playback.prepared === undefined ? 'nothing' : playback.prepared.entry.location} prepared`;
  }
  const { current, upcoming, kind } = playback;
  const at = queue.cursor === 'at' ? `at ${queue.index}` : 'out of queue';
  return `${kind} ${current.entry.location} ${at}, then ${upcoming === undefined ? 'nothing' : upcoming.entry.location}`;
}

function effectText(effect: Effect): string {
  if (effect.type === 'compare') return `compare by ${effect.boundary.by}`;
  if (effect.type === 'follow') return `follow ${effect.track?.entry.location ?? 'nothing'}`;
  if (effect.type !== 'load') return effect.type;
  const { elapsed, offset } = effect.from;
  const where = elapsed !== 0 ? ` from ${elapsed} ms` : offset !== 0 ? ` from byte ${offset}` : '';
  return `load ${effect.track.entry.location}${where}`;
}
