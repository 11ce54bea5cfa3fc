/** One playing of a local file, or of a part of one. */
import type { DecodeFrom } from '../../decode/decoder-messages.js';
import type { QueueTrack } from './queue-track.js';
import type { FileSource } from './source-resolver.js';

export class FileTrack {
  readonly kind = 'file';
  readonly track: QueueTrack;
  readonly from: DecodeFrom;
  /** Undefined until it is resolved. */
  source: FileSource | undefined;
  /** `loading`: the source is not resolved, or waits for the track before it. `loaded`: the pipeline has it. */
  stage: 'loading' | 'loaded' = 'loading';

  constructor(track: QueueTrack, from: DecodeFrom, source: FileSource | undefined) {
    this.track = track;
    this.from = from;
    this.source = source;
  }

  /** Nothing has to be let go. */
  disconnect(): void {
    return;
  }
}
