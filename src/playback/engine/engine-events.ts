/** What pipeline and engine report, each with the play id of its track. Thread: main. */
import type { PlayId } from '../../decode/decoder-messages.js';
import type { FrameCount, Milliseconds } from '../../units.js';

export interface EnginePosition {
  readonly playId: PlayId;
  readonly elapsed: Milliseconds;
  /** The exact frame; missing while nothing of the track is decoded. */
  readonly frame?: FrameCount;
}

export interface PipelineEvents {
  /** The file of a track that was loaded or follows is open: `facts` knows of it from now on. */
  trackOpened(playId: PlayId): void;
  /** The track that followed is played now. */
  trackStarted(playId: PlayId): void;
  /** The track cannot be played; `started`: only its rest cannot. */
  trackFailed(playId: PlayId, code: string, reason: string, started: boolean): void;
  /** Everything was played and nothing follows. */
  finished(playId: PlayId): void;
  /** `trackClock` returns another one. */
  clockChanged(): void;
  /** The output was unplugged while it was in use: the position stays, and `run` goes on there when there is one again. */
  outputLost(): void;
  /** There is an output again; `isSoon`: so soon that nobody is surprised when it goes on by itself. */
  outputBack(isSoon: boolean): void;
}

/** What a pipeline reports that may become another one. */
export interface SwitchedPipelineEvents extends PipelineEvents {
  /** The pipeline is about to become another one, which has nothing loaded: `become` makes it so. */
  becomesAnother(become: () => void): void;
}

export interface EngineEvents extends PipelineEvents {
  /** Title, station or trouble of the stream are others than before. */
  streamChanged(playId: PlayId): void;
}
