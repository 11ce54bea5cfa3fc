/** What the decoder worker reports of its tracks, with the number of the newest load. Thread: the decoder worker's. */
import type { FromDecoder, LoadNumber, PlayId, TrackEvent } from './decoder-messages.js';
import { UndecodableFile } from './decoder.js';

export class TrackReports {
  /** Number of the newest load. */
  load: LoadNumber = 0;

  constructor(private readonly post: (message: FromDecoder) => void) {}

  send(event: TrackEvent): void {
    this.post({ ...event, load: this.load });
  }

  failed(playId: PlayId, error: unknown, started: boolean): void {
    const code = error instanceof UndecodableFile ? error.code : 'DECODER_FAILED';
    const reason = error instanceof Error ? error.message : String(error);
    this.send({ kind: 'failed', playId, code, reason, started });
  }
}
