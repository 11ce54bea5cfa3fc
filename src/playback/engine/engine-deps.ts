/** What the playback engine needs, uses and reports. */
import type { PlayId } from '../../decode/decoder-messages.js';
import type { Log } from '../../log.js';
import type { PlaybackClock } from '../../playback-clock.js';
import type { OpenCapture } from './captured-playback.js';
import type { Pipeline, PipelineEvents } from './pipeline.js';
import type { SourceResolverDeps } from './source-resolver.js';
import type { OpenFeed } from './stream-connector.js';

export interface EngineEvents extends PipelineEvents {
  /** Title, station or trouble of the stream are others than before. */
  streamChanged(playId: PlayId): void;
}

/** What the engine uses of the pipeline. */
export type EnginePipeline = Pick<
  Pipeline,
  | 'load'
  | 'follow'
  | 'learn'
  | 'clear'
  | 'run'
  | 'hold'
  | 'halt'
  | 'position'
  | 'place'
  | 'course'
  | 'bytePosition'
  | 'facts'
  | 'readings'
  | 'trouble'
  | 'findOutput'
  | 'stop'
>;

export interface EngineDeps extends SourceResolverDeps {
  readonly openFeed: OpenFeed;
  readonly openCapture: OpenCapture;
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}
