/** A model of what the engine was reported, and the laws that a state of the player obeys whatever happened before. */
import type { Effect, MachineEvent, PlayerState } from '../../src/playback/state.js';

export interface ModelEngine {
  readonly loaded: number | undefined;
  readonly following: number | undefined;
  readonly running: boolean;
}

export const SILENT: ModelEngine = { loaded: undefined, following: undefined, running: false };

/** The engine says that the following track is played when it has gone over to it. */
export function goneOver(engine: ModelEngine, event: MachineEvent): ModelEngine {
  if (event.type !== 'trackStarted' || event.playId !== engine.following) return engine;
  return { ...engine, loaded: engine.following, following: undefined };
}

export function obey(engine: ModelEngine, effect: Effect): ModelEngine {
  switch (effect.type) {
    case 'load':
      return { ...engine, loaded: effect.track.playId, following: undefined };
    case 'follow':
      return { ...engine, following: effect.track?.playId };
    case 'run':
      return { ...engine, running: true };
    case 'hold':
    case 'halt':
      return { ...engine, running: false };
    case 'clear':
      return { ...engine, loaded: undefined, following: undefined };
    case 'save':
    case 'compare':
      return engine;
  }
}

/** Play ids in use: of what is loaded or prepared, and of what follows. */
export function playIds({ playback }: PlayerState): (number | undefined)[] {
  return playback.kind === 'stopped'
    ? [playback.prepared?.playId, undefined]
    : [playback.current.playId, playback.upcoming?.playId];
}

export const currentKey = ({ playback, queue }: PlayerState): number | undefined =>
  playback.kind === 'stopped' ? queue.entries[queue.index]?.key : playback.current.entry.key;

/** Keys in play order. */
export function playOrder({ queue: { entries, firstIndex } }: PlayerState): number[] {
  return [...entries.slice(firstIndex), ...entries.slice(0, firstIndex)].map(({ key }) => key);
}
