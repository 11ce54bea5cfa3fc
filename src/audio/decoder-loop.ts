/**
 * What the decoder worker does between two sleeps: opens tracks, decodes bursts into the ring, joins a track to the
 * next without a gap. Thread: the worker's. It has one mpg123 kept warm, and at most one track open for decoding.
 */
import { frameCount, millisecondsToFrames, milliseconds, type ByteOffset, type FrameCount } from '../units.js';
import type {
  CueNumber,
  DecodeFrom,
  FromDecoder,
  PlayId,
  ToDecoder,
  TrackNews,
  TrackToDecode,
} from './decoder-messages.js';
import { UndecodableFile, type Decoder, type PcmBlock, type Reading } from './decoder.js';
import type { Native } from './native.js';
import { RingWriter } from './ring-writer.js';

/** The ring is refilled when it holds less than this, in seconds of sound. */
const REFILL_SECONDS = 2.5;
/** While nothing runs, this much of the selected track is kept ready. */
const PREPARED_SECONDS = 1;
/** A track that begins with as much as this ready leaves the processor to those who start the device, for so long. */
const READY_SECONDS = 0.5;
const START_MILLISECONDS = 40;
/** The consumer tells its place once a period (sinks/sink.ts): an earlier look would find the ring as it was. */
const PLACE_MILLISECONDS = 130;
/** A consumer that has to go first (a flush) is asked again after this long. */
const RETRY_MILLISECONDS = 2;
/** A decoder that has nothing yet is asked again after this long, or when something wakes the worker. */
const LATER_MILLISECONDS = 10;

interface OpenTrack {
  readonly playId: PlayId;
  readonly decoder: Decoder;
}

/** Throws, or rejects with, UndecodableFile. */
export type OpenDecoder = (track: TrackToDecode) => Decoder | Promise<Decoder>;

export class DecoderLoop {
  readonly #native: Native;
  readonly #post: (message: FromDecoder) => void;
  readonly #openDecoder: OpenDecoder;
  /** Milliseconds of a monotonic clock. */
  readonly #now: () => number;
  #ring: RingWriter | undefined;
  /** The track that is being decoded, and where it began. */
  #current: OpenTrack | undefined;
  #start: FrameCount = frameCount(0);
  /** Decoded to its end, kept for questions about its bytes. */
  #previous: OpenTrack | undefined;
  #block: PcmBlock | undefined;
  #follow: TrackToDecode | undefined;
  #cueNumber: CueNumber = 0;
  /** The ring was filled, and is left alone until it holds less than `REFILL_SECONDS`. */
  #full = false;
  /** When the ring was first seen running; undefined while it is not. */
  #runningSince: number | undefined;
  /**
   * decoding: `current` gives frames. starting: `current` is open and waits for a ring of its rate.
   * ended: everything was pushed. failed: the last track could not be opened, and the player is asked for another.
   */
  #phase: 'idle' | 'starting' | 'decoding' | 'ended' | 'failed' = 'idle';

  constructor(
    native: Native,
    post: (message: FromDecoder) => void,
    openDecoder: OpenDecoder,
    now: () => number = () => performance.now(),
  ) {
    this.#now = now;
    this.#openDecoder = openDecoder;
    this.#native = native;
    this.#post = post;
  }

  async receive(message: ToDecoder): Promise<void> {
    switch (message.kind) {
      case 'ring':
        this.#ring = new RingWriter(message.ring, this.#native);
        if (message.ring.rate === this.#sampleRate()) {
          if (this.#phase === 'starting') this.#begin();
        } else if (this.#phase === 'decoding') {
          this.#askForRing(false); // it was opened for a track that was skipped meanwhile
        }
        return;
      case 'cue':
        this.#cueNumber = message.cue;
        return this.#cue(message.track, message.from);
      case 'follow':
        this.#follow = message.track;
        if (this.#phase === 'ended' || this.#phase === 'failed') await this.#advance();
        return;
      case 'clear':
        this.#forget();
        this.#ring?.beginAfterFlush(false);
        return;
      case 'locate':
        this.#post({ kind: 'located', request: message.request, offset: this.#locate(message.playId, message.frame) });
        return;
    }
  }

  /**
   * Fills the ring as far as is useful now; returns after how many milliseconds to come again. `isDisturbed` tells
   * that a message waits: it is looked at before the rest of the burst.
   */
  async step(isDisturbed: () => boolean): Promise<number> {
    while (this.#phase === 'decoding' && this.#ring !== undefined && !isDisturbed()) {
      const ring = this.#ring;
      const flushing = ring.isFlushing && !ring.flushAlone();
      const enough = ring.isRunning ? REFILL_SECONDS : PREPARED_SECONDS;
      const spare = ring.fill - enough * ring.ring.rate;
      const starting = this.#startingFor(ring);
      if (!flushing && starting > 0 && ring.fill >= READY_SECONDS * ring.ring.rate) return Math.ceil(starting);
      if (!flushing && spare >= 0 && (this.#full || !ring.isRunning)) {
        return ring.isRunning ? Math.ceil((spare * 1000) / ring.ring.rate) + PLACE_MILLISECONDS : Infinity;
      }
      const done = await this.#decodeInto(ring);
      if (done === 'later') return LATER_MILLISECONDS;
      this.#full = done === 'full';
      if (this.#full && flushing) return RETRY_MILLISECONDS;
    }
    return Infinity;
  }

  /** Milliseconds that are left of the start. */
  #startingFor(ring: RingWriter): number {
    if (!ring.isRunning) {
      this.#runningSince = undefined;
      return 0;
    }
    const now = this.#now();
    this.#runningSince ??= now;
    return this.#runningSince + START_MILLISECONDS - now;
  }

  /** Decodes and pushes one block. `full`: the ring had no room for any of it; `later`: there is none yet. */
  async #decodeInto(ring: RingWriter): Promise<'pushed' | 'full' | 'later'> {
    let reading: Reading = this.#block;
    try {
      reading ??= await this.#current?.decoder.read();
    } catch (error) {
      this.#fail(this.#current?.playId ?? 0, error, true);
      await this.#advance();
      return 'pushed';
    }
    if (reading === 'later') return 'later';
    this.#block = reading;
    if (reading === undefined) {
      await this.#advance();
      return 'pushed';
    }
    const block = reading;
    const frames = Math.min(block.frames, ring.room);
    if (frames === 0) return 'full';
    ring.push(block, frames);
    this.#block =
      frames === block.frames
        ? undefined
        : { ...block, left: block.left + frames, right: block.right + frames, frames: block.frames - frames };
    return 'pushed';
  }

  async #cue(track: TrackToDecode, from: DecodeFrom): Promise<void> {
    this.#forget();
    if (!(await this.#open(track, from))) {
      this.#ring?.beginAfterFlush(false);
      return;
    }
    if (this.#current !== undefined && this.#ring?.ring.rate === this.#current.decoder.facts.sampleRate) this.#begin();
    else this.#askForRing(false);
  }

  /** The current track is decoded to its end: goes on with the next, or ends the stream. */
  async #advance(): Promise<void> {
    const next = this.#follow;
    this.#follow = undefined;
    if (next === undefined) {
      this.#phase = 'ended';
      this.#ring?.setEnd(true);
      return;
    }
    this.#previous?.decoder.close();
    this.#previous = this.#current;
    this.#current = undefined;
    if (!(await this.#open(next, { kind: 'frame', frame: frameCount(0) }))) return;
    if (this.#ring?.ring.rate === this.#sampleRate()) {
      this.#ring.setEnd(false);
      this.#announce(this.#ring);
    } else {
      this.#ring?.setEnd(true);
      this.#askForRing(true);
    }
  }

  /** Opens a track as the current one; on failure says so, leaves none and returns false. */
  async #open(track: TrackToDecode, from: DecodeFrom): Promise<boolean> {
    let decoder: Decoder | undefined;
    try {
      decoder = await this.#openDecoder(track);
      this.#start = startFrame(decoder, from);
      if (this.#start > 0) await decoder.seek(this.#start);
      const reading = await decoder.read();
      if (reading === undefined && this.#start === 0) throw new UndecodableFile('NOT_AUDIO', 'no sound in the file');
      this.#block = reading === 'later' ? undefined : reading;
    } catch (error) {
      decoder?.close();
      this.#fail(track.playId, error, false);
      return false;
    }
    this.#current = { playId: track.playId, decoder };
    this.#tell({ kind: 'opened', playId: track.playId, facts: decoder.facts });
    return true;
  }

  #begin(): void {
    const ring = this.#ring;
    if (ring === undefined) return;
    ring.beginAfterFlush(this.#start > 0);
    this.#announce(ring);
  }

  #announce(ring: RingWriter): void {
    if (this.#current === undefined) return;
    this.#phase = 'decoding';
    this.#tell({
      kind: 'queued',
      playId: this.#current.playId,
      ringFrame: ring.head,
      trackFrame: this.#start,
      ring: ring.ring.id,
    });
  }

  #askForRing(whenDrained: boolean): void {
    this.#phase = 'starting';
    this.#tell({ kind: 'ringNeeded', playId: this.#current?.playId ?? 0, rate: this.#sampleRate(), whenDrained });
  }

  #fail(playId: PlayId, error: unknown, started: boolean): void {
    this.#phase = 'failed';
    this.#block = undefined;
    const code = error instanceof UndecodableFile ? error.code : 'DECODER_FAILED';
    const reason = error instanceof Error ? error.message : String(error);
    this.#tell({ kind: 'failed', playId, code, reason, started });
  }

  #tell(news: TrackNews): void {
    this.#post({ ...news, cue: this.#cueNumber });
  }

  #forget(): void {
    this.#current?.decoder.close();
    this.#previous?.decoder.close();
    this.#current = this.#previous = this.#block = this.#follow = undefined;
    this.#phase = 'idle';
  }

  #sampleRate(): number {
    return this.#current?.decoder.facts.sampleRate ?? 0;
  }

  #locate(playId: PlayId, frame: FrameCount): ByteOffset | undefined {
    const track = [this.#current, this.#previous].find((known) => known?.playId === playId);
    try {
      return track?.decoder.byteOffsetOf(frame);
    } catch {
      return undefined;
    }
  }
}

/** The frame at which a track begins, inside what is known of its length. */
function startFrame(decoder: Decoder, from: DecodeFrom): FrameCount {
  const { sampleRate, length, totalFrames } = decoder.facts;
  const frame =
    from.kind === 'frame'
      ? from.frame
      : from.kind === 'offset'
        ? decoder.frameAt(from.offset)
        : millisecondsToFrames(
            milliseconds(from.elapsed < 0 ? Math.max(length + from.elapsed, 0) : from.elapsed),
            sampleRate,
          );
  return totalFrames === undefined ? frame : frameCount(Math.min(frame, totalFrames));
}
