/**
 * What the engine plays through: the local pipeline, or a network player, which decodes and plays tracks by itself. Each has a
 * track loaded and one that follows, and reports what became of them (`PipelineEvents`). Thread: main; no call but those that
 * return a promise waits.
 */
import type { NativeMixer } from '../../native.js';
import type { OutputTrouble } from '../../output/output.js';
import type { PipelineEvents } from './engine-events.js';
import type { Pipeline } from './pipeline.js';

type Transport = 'load' | 'follow' | 'clear' | 'run' | 'hold' | 'halt';
type Reading = 'position' | 'trackClock' | 'bytePosition' | 'facts';

/** What both kinds can do. */
export type PlayingPipeline = Pick<Pipeline, Transport | Reading | 'stop'>;

/** What the engine uses. */
export type EnginePipeline = PlayingPipeline & Pick<Pipeline, 'learn' | 'readings'>;

/** Opens the mixer of a network player; undefined where it has no volume that can be set. @throws Error while it is away */
export type OpenRemoteMixer = () => NativeMixer | undefined;

export interface RemoteEvents extends PipelineEvents {
  /** The network player is connected, and plays when this has resolved: its volume is in force then. */
  opened(openMixer: OpenRemoteMixer): Promise<void>;
  /** Somebody has paused it there, or lets it play again. */
  pausedThere(): void;
  resumedThere(): void;
}

export interface RemotePipeline extends PlayingPipeline {
  /** For a person. */
  readonly name: string;
  /** Why nothing can be played; undefined while all is well. */
  readonly trouble: OutputTrouble | undefined;
  /** Events go there from now on. */
  connect(events: RemoteEvents): void;
  /** Connects; what is loaded plays from then on if it is to run. @throws OutputUnavailable */
  open(): Promise<void>;
  /** Looks for it where it was lost. Resolves to the trouble with it. Never rejects. */
  look(): Promise<OutputTrouble | undefined>;
  /** The machine may be there again. */
  tryAgain(): void;
}
