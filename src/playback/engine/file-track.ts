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
  /** The pipeline has it. */
  isLoaded = false;

  constructor(track: QueueTrack, from: DecodeFrom, source: FileSource | undefined) {
    this.track = track;
    this.from = from;
    this.source = source;
  }

  /** The pipeline knows its position. */
  get isKnown(): boolean {
    return this.isLoaded;
  }

  markLoaded(): void {
    this.isLoaded = true;
  }

  /** Nothing has to be let go. */
  disconnect(): void {
    return;
  }
}
