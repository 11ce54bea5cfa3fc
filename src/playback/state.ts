/** The state of the player, the events that change it and the effects that it asks for: plain immutable data. */
import { byteOffset, milliseconds, type ByteOffset, type Milliseconds } from '../units.js';
import { NO_KEYS, type KeySet } from './key-set.js';
import { DEFAULT_MODES, type PlaybackModes, type SingleMode } from './modes.js';
import { EMPTY_QUEUE, type Queue } from './queue.js';
import type { PlaybackKind, QueueEntry, StartPosition } from './types.js';

/** One playing of an entry, with a play id of its own. */
export interface LoadedEntry {
  readonly playId: number;
  readonly entry: QueueEntry;
}

export interface Upcoming extends LoadedEntry {
  readonly index: number;
  /** The queue in the order of its next round, which begins with this entry; undefined within a round. */
  readonly round: Queue | undefined;
  /** Playing pauses before it (single mode), so that it does not follow without a gap. */
  readonly pauses: boolean;
}

/**
 * Why nothing is played: `user`: somebody paused, or the reason it was paused for is over and it does not go on by
 * itself. `outputLost`: the output was lost; playing goes on when it is soon back. `interrupted`: another sound took the
 * output; playing goes on after that.
 */
export type PauseReason = 'user' | 'outputLost' | 'interrupted';

export type PlayingOrPaused = { readonly kind: 'playing' } | { readonly kind: 'paused'; readonly because: PauseReason };

/** Where in the queue the current track is says `Queue.cursor`. */
export type Playback =
  /** `awaitsStart`: the daemon ended while it played, and plays again as soon as the caller says `goOn`. */
  | { readonly kind: 'stopped'; readonly prepared: LoadedEntry | undefined; readonly awaitsStart: boolean }
  | (PlayingOrPaused & { readonly current: LoadedEntry; readonly upcoming: Upcoming | undefined });

/** The saved position; it counts as long as its entry is in the queue. */
export interface SavedPosition {
  readonly entry: QueueEntry;
  readonly elapsed: Milliseconds;
  readonly offset: ByteOffset;
}

/** Two tracks in a row and what single mode wants to know of them; `differ` is undefined until their tags are read. */
export interface TrackBoundary {
  readonly by: SingleMode;
  readonly from: QueueEntry;
  readonly to: QueueEntry;
  readonly differ: boolean | undefined;
}

/** What plays in the place of the listener's queue: an alarm, or what a UPnP controller has sent. */
export type Substitute = 'alarm' | 'renderer';

/** The listener's queue while something else plays in its place: it comes back as it was. */
export interface SuspendedQueue {
  readonly by: Substitute;
  readonly queue: Queue;
  readonly modes: PlaybackModes;
  readonly resume: SavedPosition | undefined;
  readonly undo: Queue | undefined;
  /** What the player did when it was suspended. */
  readonly was: PlaybackKind;
}

export interface PlayerState {
  readonly queue: Queue;
  readonly modes: PlaybackModes;
  readonly playback: Playback;
  readonly resume: SavedPosition | undefined;
  /** The saved position before tracks failed in a row: it comes back when none of them can be played. */
  readonly resumeBeforeFailures: SavedPosition | undefined;
  /** The queue before the last edit. */
  readonly undo: Queue | undefined;
  /** Undefined while `queue` is the listener's own. */
  readonly suspended: SuspendedQueue | undefined;
  readonly boundary: TrackBoundary | undefined;
  readonly nextPlayId: number;
  readonly nextSeed: number;
  /** Keys of entries that could not be played since one was last chosen by hand. */
  readonly unplayable: KeySet;
}

export type TransportEvent =
  | { readonly type: 'play'; readonly from: StartPosition }
  | { readonly type: 'start'; readonly index: number; readonly from: StartPosition }
  | { readonly type: 'pause' | 'resume' | 'next' | 'previous' | 'flush' }
  /** `back`: how long before the saved position a stopped track begins. */
  | { readonly type: 'resumeTrack'; readonly back?: Milliseconds }
  /** `at`: where the current track is played. */
  | { readonly type: 'stop'; readonly at: StartPosition }
  /** Negative counts from the end. */
  | { readonly type: 'seek'; readonly to: Milliseconds };

export type QueueEvent =
  | { readonly type: 'queueReplaced'; readonly entries: readonly QueueEntry[]; readonly isShuffled?: boolean }
  | { readonly type: 'inserted'; readonly entries: readonly QueueEntry[]; readonly position: number }
  | { readonly type: 'removed'; readonly positions: ReadonlySet<number> }
  | { readonly type: 'moved'; readonly from: number; readonly to: number; readonly count: number }
  | { readonly type: 'shuffled'; readonly startIndex: number }
  | { readonly type: 'cleared' | 'undone' }
  | { readonly type: 'modesSet'; readonly modes: Partial<PlaybackModes> }
  /** Other music plays in the place of the queue from `index` on, that of an alarm again and again. `at`: where the current track of the queue is played. */
  | {
      readonly type: 'queueSuspended';
      readonly by: Substitute;
      readonly entries: readonly QueueEntry[];
      readonly isShuffled: boolean;
      readonly index: number;
      readonly from: StartPosition;
      readonly at: StartPosition;
    }
  /** `goesOn`: what played when it was suspended plays again; otherwise it is paused there. */
  | { readonly type: 'queueBroughtBack'; readonly goesOn: boolean }
  /** The state came from the disk, and is not written there again. */
  | {
      readonly type: 'restored';
      readonly queue: Queue;
      readonly modes: PlaybackModes;
      readonly resume: SavedPosition | undefined;
      /** Whether it played when the daemon ended, and is to go on. */
      readonly goesOn: boolean;
      readonly suspended?: SuspendedQueue | undefined;
      readonly nextSeed: number;
    };

export type ReportedEvent =
  | { readonly type: 'trackStarted' | 'finished' | 'trackFailed'; readonly playId: number }
  /** The byte position of a saved position became known. */
  | { readonly type: 'located'; readonly saved: SavedPosition; readonly offset: ByteOffset }
  | { readonly type: 'compared'; readonly boundary: TrackBoundary; readonly differ: boolean }
  | { readonly type: 'outputLost' }
  /** Somebody else's sound takes the place of the queue, and gives it back. */
  | { readonly type: 'interrupted' | 'givenBack' }
  /** All that playing needs after a start is there. */
  | { readonly type: 'goOn'; readonly back?: Milliseconds }
  /** `isSoon`: nobody is surprised when it goes on by itself. */
  | { readonly type: 'outputBack'; readonly isSoon: boolean };

export type MachineEvent = TransportEvent | QueueEvent | ReportedEvent;

export type Effect =
  | { readonly type: 'load'; readonly track: LoadedEntry; readonly from: StartPosition }
  | { readonly type: 'follow'; readonly track: LoadedEntry | undefined }
  /** Read the tags of both tracks and say whether they differ. */
  | { readonly type: 'compare'; readonly boundary: TrackBoundary }
  | { readonly type: 'run' | 'hold' | 'halt' | 'clear' | 'save' };

export interface Transition {
  readonly state: PlayerState;
  readonly effects: readonly Effect[];
}

type EventOf<Event extends MachineEvent, Type> = Event extends unknown
  ? Type extends Event['type']
    ? Event
    : never
  : never;

/** The transition of each event, by its type. */
export type Reactions<Event extends MachineEvent> = {
  readonly [Type in Event['type']]: (state: PlayerState, event: EventOf<Event, Type>) => Transition;
};

export const FROM_START: StartPosition = { elapsed: milliseconds(0), offset: byteOffset(0) };

export const INITIAL_STATE: PlayerState = {
  queue: EMPTY_QUEUE,
  modes: DEFAULT_MODES,
  playback: { kind: 'stopped', prepared: undefined, awaitsStart: false },
  resume: undefined,
  resumeBeforeFailures: undefined,
  undo: undefined,
  suspended: undefined,
  boundary: undefined,
  nextPlayId: 1,
  nextSeed: 1,
  unplayable: NO_KEYS,
};
