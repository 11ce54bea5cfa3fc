/**
 * The decoder of a local format over a remote file: asked only when it need not wait. Where the server knows no ranges
 * it is not moved about by a listener; to begin anew where it was heard, all of the file before that is fetched again.
 * Thread: the decoder worker's.
 */
import type { ByteOffset, FrameCount } from '../../units.js';
import type { Decoder, DecoderFacts, Reading } from '../decoder.js';
import type { RemoteFile } from './remote-file.js';

export class RemoteFileDecoder implements Decoder {
  readonly facts: DecoderFacts;
  #frame = 0;

  /** @param closed called once the decoder is closed */
  constructor(
    private readonly inner: Decoder,
    private readonly file: RemoteFile,
    private readonly closed: () => void,
  ) {
    this.facts = inner.facts;
  }

  async read(): Promise<Reading> {
    if (!this.file.isComfortable) return 'later';
    const reading = await this.inner.read();
    if (reading !== undefined && reading !== 'later') {
      this.#frame += reading.frames;
      this.file.setDecoded(this.#frame);
    }
    return reading;
  }

  async seek(frame: FrameCount): Promise<void> {
    await this.inner.seek(frame);
    this.#frame = frame;
  }

  byteOffsetOf(frame: FrameCount): ByteOffset | Promise<ByteOffset> {
    return this.inner.byteOffsetOf(frame);
  }

  frameAt(offset: ByteOffset): FrameCount | Promise<FrameCount> {
    return this.inner.frameAt(offset);
  }

  close(): void {
    this.inner.close();
    this.closed();
  }
}
