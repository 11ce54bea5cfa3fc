/**
 * The state of the playback engine and its transitions: `transition(state, event) → { state, effects }`, a pure function.
 *
 *                     load                    ready                      dry
 *       ┌──────┐ ────────────▶ ┌─────────┐ ───────────▶ ┌────────┐ ─────────────▶ ┌─────────┐
 *       │ idle │               │ loading │              │ loaded │                │ stalled │
 *       └──────┘ ◀──────────── └─────────┘              └────────┘ ◀───────────── └─────────┘
 *          ▲     clear, failed      ▲                     │    ▲   supplied, hold       │
 *          │                    run │                     │    └ started               │ halt, hold of a live stream
 *          │                 ┌──────────────┐ ◀───────────┘ halt of a stream, hold      │
 *          │                 │ disconnected │               of a live one               │
 *          │                 └──────────────┘ ◀─────────────────────────────────────────┘
 *          │ release      capture
 *       ┌──────────┐ ◀─────────── any
 *       │ captured │   load, follow and clear are only noted, and done after the release
 *       └──────────┘
 *
 * `load` and `clear` are possible in every state: `load` leads to `loaded` where the source is known already. `waiting` (the
 * track before has ended and the stream that follows is not there yet) leads to `loading`. `runs` says whether the current
 * track is to sound; a stalled track is, a disconnected one is not.
 */
import type { Interruption } from './captured-playback.js';
import type { QueueTrack, RequestedTrack } from './queue-track.js';

export type SourceKind = 'file' | 'stream';

export type EngineState =
  /** Nothing is loaded. */
  | { readonly kind: 'idle'; readonly runs: boolean }
  /** The source of the current track is being resolved, or the stream connected to. */
  | { readonly kind: 'loading'; readonly source: SourceKind; readonly runs: boolean }
  /** The pipeline has the current track. */
  | { readonly kind: 'loaded'; readonly source: SourceKind; readonly runs: boolean }
  /** The network cannot keep up: the sound is held until there is a reserve again. */
  | { readonly kind: 'stalled' }
  /** The stream was disconnected from in a pause, and is joined again where it will be by then. */
  | { readonly kind: 'disconnected' }
  /** A captured input has the pipeline; what the player has loaded waits. */
  | {
      readonly kind: 'captured';
      readonly interruption: Interruption;
      readonly requested: RequestedTrack | undefined;
      readonly next: QueueTrack | undefined;
    };

export type EngineEvent =
  /** `isReady`: the source is known already. */
  | { readonly type: 'load'; readonly request: RequestedTrack; readonly source: SourceKind; readonly isReady: boolean }
  | { readonly type: 'follow'; readonly track: QueueTrack | undefined }
  | { readonly type: 'clear' | 'run' | 'halt' }
  /** `isLive`: a live stream is not kept in a pause. */
  | { readonly type: 'hold'; readonly isLive: boolean }
  /** The source of the current track can be decoded. */
  | { readonly type: 'ready' }
  /** The current stream cannot be had; the current track failed before it sounded. */
  | { readonly type: 'failed' | 'dropped' }
  /** The track that followed is played and the current one from now on; is to be played, and not there yet. */
  | { readonly type: 'started'; readonly source: SourceKind }
  | { readonly type: 'waiting' }
  /** The current stream is about to run dry, or has a reserve again. */
  | { readonly type: 'dry' | 'supplied' }
  /** A captured input takes the pipeline, and gives it back. */
  | {
      readonly type: 'capture';
      readonly interruption: Interruption;
      readonly requested: RequestedTrack | undefined;
      readonly next: QueueTrack | undefined;
    }
  | { readonly type: 'release' };

/**
 * `pass`: give the current track to the pipeline. `resolve`, `connect`: make its source ready. `disconnect`: let go of its
 * stream, or of all. `follow`: look at what follows. The others are calls of the pipeline.
 */
export type EngineEffect =
  'pass' | 'resolve' | 'connect' | 'disconnect' | 'disconnectAll' | 'follow' | 'run' | 'hold' | 'halt' | 'clear';

export interface EngineTransition {
  readonly state: EngineState;
  readonly effects: readonly EngineEffect[];
}

export const IDLE: EngineState = { kind: 'idle', runs: false };

/** The current track is to sound. */
export const isRunning = (state: EngineState): boolean => state.kind === 'stalled' || ('runs' in state && state.runs);

/** The pipeline has the current track. */
export const isLoaded = ({ kind }: EngineState): boolean => kind === 'loaded' || kind === 'stalled';

const to = (state: EngineState, ...effects: readonly EngineEffect[]): EngineTransition => ({ state, effects });

export function transition(state: EngineState, event: EngineEvent): EngineTransition {
  if (state.kind === 'captured') return whileCaptured(state, event);
  const runs = isRunning(state);
  switch (event.type) {
    case 'load': {
      const { source, isReady } = event;
      if (isReady) return to({ kind: 'loaded', source, runs }, 'pass');
      const loading: EngineState = { kind: 'loading', source, runs };
      if (source === 'file') return to(loading, 'clear', 'resolve');
      return runs ? to(loading, 'halt', 'clear', 'connect') : to(loading, 'halt', 'clear');
    }
    case 'follow':
      return to(state, 'follow');
    case 'clear':
      return to({ kind: 'idle', runs }, 'clear');
    case 'run':
      return run(state);
    case 'hold':
      return hold(state, event.isLive);
    case 'halt':
      return to(halted(state), 'disconnectAll', 'halt');
    case 'ready':
      return state.kind === 'loading' ? to({ ...state, kind: 'loaded' }, 'pass') : to(state);
    case 'failed':
      return to({ kind: 'idle', runs }, 'halt', 'clear');
    case 'dropped':
      return to({ kind: 'idle', runs });
    case 'started':
      return to({ kind: 'loaded', source: event.source, runs });
    case 'waiting':
      return to({ kind: 'loading', source: 'stream', runs }, 'halt');
    case 'dry':
      return state.kind === 'loaded' && runs ? to({ kind: 'stalled' }, 'hold') : to(state);
    case 'supplied':
      return state.kind === 'stalled' ? to({ kind: 'loaded', source: 'stream', runs }, 'run') : to(state);
    case 'capture': {
      const { interruption, requested, next } = event;
      return to({ kind: 'captured', interruption, requested, next }, 'clear');
    }
    case 'release':
      return to(state);
  }
}

function whileCaptured(state: Extract<EngineState, { kind: 'captured' }>, event: EngineEvent): EngineTransition {
  switch (event.type) {
    case 'load':
      return to({ ...state, requested: event.request, next: undefined });
    case 'follow':
      return to({ ...state, next: event.track });
    case 'clear':
      return to({ ...state, requested: undefined, next: undefined });
    case 'release':
      return to(IDLE, 'halt', 'clear');
    default:
      return to(state);
  }
}

/** A stream that is not loaded sounds when it is ready. */
function run(state: EngineState): EngineTransition {
  if (state.kind === 'disconnected') return to({ kind: 'loading', source: 'stream', runs: true }, 'connect');
  if (!('runs' in state)) return to(state, 'run');
  const running = { ...state, runs: true };
  return state.kind === 'loading' && state.source === 'stream' ? to(running, 'connect') : to(running, 'run');
}

function hold(state: EngineState, isLive: boolean): EngineTransition {
  if (state.kind === 'loading' && state.source === 'stream') return to({ ...state, runs: false }, 'hold', 'disconnect');
  if (isLive && isLoaded(state)) return to({ kind: 'disconnected' }, 'hold', 'disconnect');
  if (state.kind === 'stalled') return to({ kind: 'loaded', source: 'stream', runs: false }, 'hold');
  return to('runs' in state ? { ...state, runs: false } : state, 'hold');
}

/** The pipeline keeps the position of a stream that is disconnected from. */
function halted(state: EngineState): EngineState {
  const isStream = state.kind === 'stalled' || (state.kind === 'loaded' && state.source === 'stream');
  if (isStream) return { kind: 'disconnected' };
  return 'runs' in state ? { ...state, runs: false } : state;
}
