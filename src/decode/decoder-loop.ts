/**
 * What the decoder worker does between two sleeps: opens tracks, decodes bursts into the ring, joins a track to the
 * next without a gap or fades it into that. Thread: the worker's. It has at most one track open for decoding, and two
 * while they fade. A track that needs no processing goes straight into the ring, every other through dsp/sound-path.ts.
 */
import { frameCount, sampleRateHz, type ByteOffset, type FrameCount } from '../units.js';
import type {
  Load,
  LoadNumber,
  DecodeFrom,
  FadingTrack,
  FromDecoder,
  PlayId,
  RingPlace,
  ToDecoder,
  TrackNews,
  TrackToDecode,
} from './decoder-messages.js';
import { UndecodableFile, type Decoder } from './decoder.js';
import { DecodingPace, pauseAbove } from './decoding-pace.js';
import { Crossfade, type Mixed } from './mixing/crossfade.js';
import type { FadePlan } from '../dsp/fade-plan.js';
import { SoundPath } from './mixing/sound-path.js';
import { openVoice } from './mixing/open-voice.js';
import type { DecoderSlot, Voice } from './mixing/voice.js';
import { fileState } from './file-state.js';
import type { Native } from '../native.js';
import { bestRate } from '../output/rates.js';
import { frameAfter } from '../output/ring-layout.js';
import { RingWriter } from './ring-writer.js';

/** The end of a track waits for a follower while the ring holds more than this, in seconds of sound. */
const LINGER_SECONDS = 1;
/** A consumer that has to go first (a flush) is asked again after this long. */
const RETRY_MILLISECONDS = 2;
/** A decoder that has nothing yet is asked again after this long, or when something wakes the worker. */
const LATER_MILLISECONDS = 10;

/** More waits in a line only while a fade needs it. */
const WAITING_FRAMES = 4096;
const FROM_START: DecodeFrom = { kind: 'frame', frame: frameCount(0) };

/** Throws, or rejects with, UndecodableFile. Tracks of different slots can be decoded at the same time. */
export type OpenDecoder = (track: TrackToDecode, slot: DecoderSlot) => Decoder | Promise<Decoder>;

export class DecoderLoop {
  readonly #native: Native;
  readonly #post: (message: FromDecoder) => void;
  readonly #openDecoder: OpenDecoder;
  readonly #pace: DecodingPace;
  readonly #path: SoundPath;
  #ring: RingWriter | undefined;
  /** The track that is being decoded. */
  #current: Voice | undefined;
  /** Open already, and begun when the current one is out of its line. */
  #next: Voice | undefined;
  #fade: Crossfade | undefined;
  /** What fades into the track that was loaded, once there is a ring for it. */
  #over: Voice | undefined;
  /** Decoded to its end, kept for questions about its bytes. */
  #previous: Voice | undefined;
  #follow: TrackToDecode | undefined;
  /** Where `current` joined the track before it, which nothing processed: there the two can be parted again. */
  #joint: { readonly ring: RingWriter; readonly frame: number } | undefined;
  /** Where the load goes on with what sounds. */
  #beside: RingPlace | undefined;
  /** The load repeats the one before, or what that one repeats. */
  #isAgain = false;
  /** The newest load, or the one that it repeats. */
  #firstLoad: LoadNumber = 0;
  /** Where the loaded track begins in the ring, and what it goes on with there; for a load given again, that of the one before. */
  #begun: RingPlace | undefined;
  #begunBeside: RingPlace | undefined;
  #loadNumber: LoadNumber = 0;
  /**
   * decoding: `current` gives frames. draining: only its line does. lingering: its line holds the last of it back for a
   * track that may yet follow. starting: `current` is open and waits for a ring
   * that serves it. ended: everything was pushed. failed: a follower could not be opened, and the player is asked for
   * another. idle: nothing is loaded, or what was could not be opened.
   */
  #phase: 'idle' | 'starting' | 'decoding' | 'draining' | 'lingering' | 'ended' | 'failed' = 'idle';

  constructor(
    native: Native,
    post: (message: FromDecoder) => void,
    openDecoder: OpenDecoder,
    now: () => number = () => performance.now(),
  ) {
    this.#pace = new DecodingPace(now);
    this.#openDecoder = openDecoder;
    this.#native = native;
    this.#post = post;
    this.#path = new SoundPath(native);
  }

  async receive(message: ToDecoder): Promise<void> {
    switch (message.kind) {
      case 'sound':
        this.#path.set(message.settings, message.isShuffling);
        return;
      case 'ring':
        this.#ring = new RingWriter(message.ring, this.#native);
        if (this.#isServed()) {
          if (this.#phase === 'starting') this.#begin();
          // What is decoded from here on would be heard seconds too early: a load to the place that is heard follows.
          else if (this.#isAtWork()) this.#phase = 'idle';
        } else if (this.#phase === 'decoding') {
          this.#askForRing(false); // it was opened for a track that was skipped meanwhile
        }
        return;
      case 'load':
        this.#loadNumber = message.load;
        return this.#load(message);
      case 'follow':
        this.#follow = message.track;
        if (this.#isAwaiting(message.track)) await this.#advance();
        return;
      case 'cut':
        this.#loadNumber = message.load;
        if (!this.#cut(message.ringFrame)) {
          this.#tell({ kind: 'uncut', playId: message.track?.playId ?? 0 });
          return;
        }
        this.#follow = message.track;
        return this.#advance();
      case 'clear':
        this.#forget();
        this.#begun = undefined;
        this.#ring?.beginAfterFlush(false);
        return;
      case 'locate':
        this.#post({
          kind: 'located',
          request: message.request,
          offset: await this.#locate(message.playId, message.frame),
        });
        return;
    }
  }

  /**
   * Fills the ring as far as is useful now; returns after how many milliseconds to come again. `isDisturbed` tells
   * that a message waits: it is looked at before the rest of the burst.
   */
  async step(isDisturbed: () => boolean): Promise<number> {
    const linger = this.#linger();
    if (linger !== undefined) return linger;
    while (this.#isAtWork() && this.#ring !== undefined && !isDisturbed()) {
      const ring = this.#ring;
      const flushing = ring.isFlushing && !ring.flushAlone();
      const pause = this.#pace.pause(ring);
      if (!flushing && pause !== undefined) {
        this.#current?.decoder.lookAhead?.();
        return pause;
      }
      const done = await this.#decodeInto(ring);
      if (done === 'later') return LATER_MILLISECONDS;
      this.#pace.note(done === 'full');
      if (done === 'full' && flushing) return RETRY_MILLISECONDS;
    }
    if (this.#phase === 'lingering') return this.#linger() ?? 0;
    return Infinity;
  }

  /** Forgets the current track, of which nothing was heard, and takes what there is of it out of the ring. */
  #cut(ringFrame: number | undefined): boolean {
    const ring = this.#ring;
    const joint = this.#joint;
    const isMixed = (this.#fade ?? this.#next ?? this.#over) !== undefined || this.#path.isProcessing;
    if (ring === undefined || joint?.ring !== ring || isMixed || ring.isFlushing) return false;
    if ((ringFrame === undefined) !== (this.#phase === 'starting')) return false;
    if (ringFrame !== undefined && (ringFrame !== joint.frame || !ring.takeBackTo(ringFrame))) return false;
    this.#current?.close();
    this.#current = this.#joint = undefined;
    this.#path.forget();
    this.#pace.note(false);
    this.#phase = 'ended';
    return true;
  }

  #isAwaiting(track: TrackToDecode | undefined): boolean {
    if (this.#phase === 'lingering') return track !== undefined;
    return this.#phase === 'ended' || this.#phase === 'failed';
  }

  /** Waits with the end of a resampled track while there is time, since a follower would join it there. */
  #linger(): number | undefined {
    const ring = this.#ring;
    if (this.#phase !== 'lingering' || ring === undefined) return undefined;
    const pause = pauseAbove(ring, LINGER_SECONDS);
    if (pause !== undefined) return pause;
    this.#path.line.finish();
    this.#phase = 'draining';
    return undefined;
  }

  #isAtWork(): boolean {
    return this.#phase === 'decoding' || this.#phase === 'draining';
  }

  /** Decodes and pushes one block. `full`: the ring had no room for any of it; `later`: there is none yet. */
  async #decodeInto(ring: RingWriter): Promise<'pushed' | 'full' | 'later'> {
    const voice = this.#current;
    if (voice === undefined) return 'later';
    if (this.#fade !== undefined) return this.#crossfade(this.#fade, ring);
    this.#path.disconnect(voice, ring.ring);
    const { line } = this.#path;
    if (line.waiting > (this.#phase === 'draining' ? 0 : WAITING_FRAMES)) return this.#drainInto(ring, voice);
    if (this.#phase === 'draining') {
      await this.#advance();
      return 'pushed';
    }
    let reading: Awaited<ReturnType<Voice['peek']>>;
    try {
      reading = await voice.peek();
    } catch (error) {
      this.#fail(voice.playId, error, true);
      await this.#advance();
      return 'pushed';
    }
    if (reading === 'later') return line.waiting > 0 ? this.#drainInto(ring, voice) : 'later';
    if (reading === undefined) {
      await this.#advance();
      return 'pushed';
    }
    const untilFade = this.#untilFade(voice);
    if (untilFade === 0 && (await this.#beginFade(voice, ring))) return 'pushed';
    const wanted = untilFade > 0 ? Math.min(reading.frames, untilFade) : reading.frames;
    if (line.isOpen) {
      line.feed(reading, wanted, voice.gain);
      voice.use(wanted);
      return line.waiting > 0 ? this.#drainInto(ring, voice) : 'pushed';
    }
    const frames = Math.min(wanted, ring.room);
    if (frames === 0) return 'full';
    ring.push(reading, frames, this.#path.dithers(voice, ring.ring));
    voice.use(frames);
    return 'pushed';
  }

  /** Mixes what waits in the line. */
  #drainInto(ring: RingWriter, voice: Voice): 'pushed' | 'full' {
    const { line, chain } = this.#path;
    const frames = Math.min(line.waiting, ring.room);
    if (frames === 0) return 'full';
    ring.mix(frames, chain, this.#path.dithers(voice, ring.ring), [{ line, from: 1, to: 1 }]);
    return 'pushed';
  }

  /** Frames to decode until the current track fades into the one that follows; Infinity where it does not. */
  #untilFade(voice: Voice): number {
    const { left } = voice;
    if (this.#follow === undefined || left === undefined) return Infinity;
    const frames = this.#path.fadeFrames(voice);
    return frames === 0 ? Infinity : Math.max(left - frames, 0);
  }

  /** Opens the follower beside the current track. False when the two join without a fade after all. */
  async #beginFade(voice: Voice, ring: RingWriter): Promise<boolean> {
    const track = this.#follow;
    const plan = this.#path.planFade(voice, 'trackEnd', ring.ring);
    if (track === undefined || plan === undefined) return false;
    this.#follow = undefined;
    const fresh = await this.#open(track, FROM_START, voice.slot === 0 ? 1 : 0);
    if (fresh === undefined) {
      this.#phase = 'decoding'; // the current track plays on, and another may follow
      return true;
    }
    if (bestRate(sampleRateHz(fresh.rate), ring.ring.rates) !== ring.ring.rate) {
      this.#next = fresh;
      return true;
    }
    this.#fadeInto(voice, fresh, plan, ring);
    return true;
  }

  #fadeInto(old: Voice, fresh: Voice, plan: FadePlan, ring: RingWriter): void {
    const { line, spare } = this.#path;
    if (!line.isOpen) line.open(old.rate, ring.ring.rate);
    spare.open(fresh.rate, ring.ring.rate);
    this.#fade = new Crossfade({ voice: old, line }, { voice: fresh, line: spare }, plan, ({ playId }, error) => {
      this.#tellFailure(playId, error, true);
    });
    this.#phase = 'decoding';
    this.#joint = undefined;
    this.#tellQueued(fresh, frameAfter(ring.head, this.#fade.untilFresh), ring);
  }

  async #crossfade(fade: Crossfade, ring: RingWriter): Promise<Exclude<Mixed, 'over'>> {
    const mixed = await fade.mix(ring, this.#path.chain, this.#path.dithers(fade.fresh.voice, ring.ring));
    if (mixed !== 'over') return mixed;
    this.#fade = undefined;
    this.#path.swap();
    this.#retire(fade.old.voice);
    this.#current = fade.fresh.voice;
    return 'pushed';
  }

  async #load(load: Load): Promise<void> {
    const { track, from, beside } = load;
    this.#isAgain = load.again !== undefined && load.again === this.#firstLoad;
    this.#firstLoad = load.again ?? load.load;
    if (!this.#isAgain) this.#begun = undefined;
    const over = this.#isHeard() ? undefined : load.over;
    const kept = over === undefined && this.#fade === undefined && this.#isOpen(track) ? this.#current : undefined;
    if (kept !== undefined) this.#current = undefined;
    this.#forget();
    this.#beside = beside;
    this.#current = await this.#open(track, from, kept?.slot ?? 0, kept);
    if (this.#current === undefined) {
      // What was to follow it may be under way: the player loads anew, and nothing may sound before that.
      this.#phase = 'idle';
      this.#begun = undefined;
      this.#ring?.beginAfterFlush(false);
      return;
    }
    if (over !== undefined) {
      this.#over = await this.#openQuietly(over);
      if (this.#over === undefined) this.#beside = undefined;
    }
    if (this.#isServed()) this.#begin();
    else this.#askForRing(false);
  }

  /** The load is given again, and what was begun for the one before it has taken the place of what sounded before that. */
  #isHeard(): boolean {
    const ring = this.#ring;
    return this.#isAgain && ring !== undefined && ring.ring.id === this.#begun?.ring && ring.isFlushed;
  }

  /** What the load goes on with, once the ring's flush is withdrawn. */
  #standing(): RingPlace | undefined {
    if (!this.#isAgain || this.#begun === undefined) return this.#beside;
    return this.#isHeard() ? this.#begun : (this.#begunBeside ?? this.#beside);
  }

  /** A seek goes on with the file that is open, of which much is known, unless another one has taken its place. */
  #isOpen({ source }: TrackToDecode): boolean {
    const current = this.#current;
    if (current === undefined || current.location !== source.location || current.hasFailed) return false;
    if (source.kind !== 'localFile') return source.kind === 'cuePart';
    const file = fileState(source.location);
    return file === undefined || file === current.file;
  }

  /** The current track is decoded to its end: goes on with the next, or ends the stream. */
  async #advance(): Promise<void> {
    const ring = this.#ring;
    if (this.#next === undefined && this.#follow !== undefined) {
      const track = this.#follow;
      this.#follow = undefined;
      const slot = this.#current?.slot ?? 0;
      this.#next = await this.#open(track, FROM_START, slot);
      if (this.#next === undefined) return;
    }
    const next = this.#next;
    const { line } = this.#path;
    if (next === undefined && line.isHoldingBack && this.#phase === 'decoding') {
      this.#phase = 'lingering';
      return;
    }
    if (ring === undefined || next === undefined || !line.joins(next.rate, ring.ring.rate)) {
      line.finish();
      if (line.waiting > 0) {
        this.#phase = 'draining';
        return;
      }
    }
    if (next === undefined) {
      this.#phase = 'ended';
      ring?.setEnd(true);
      return;
    }
    this.#next = undefined;
    if (this.#current !== undefined) this.#retire(this.#current);
    this.#current = next;
    this.#joint = ring === undefined || line.isOpen ? undefined : { ring, frame: ring.head };
    if (ring !== undefined && this.#isServed()) {
      ring.setEnd(false);
      this.#announce(ring);
    } else {
      ring?.setEnd(true);
      this.#askForRing(true);
    }
  }

  #retire(voice: Voice): void {
    this.#previous?.close();
    this.#previous = voice;
  }

  /** Opens a track, or goes on with the decoder of `kept`; on failure says so and returns none. */
  async #open(track: TrackToDecode, from: DecodeFrom, slot: DecoderSlot, kept?: Voice): Promise<Voice | undefined> {
    try {
      const voice = await this.#openVoice(track, from, slot, kept);
      this.#tell({ kind: 'opened', playId: track.playId, facts: voice.decoder.facts });
      return voice;
    } catch (error) {
      this.#fail(track.playId, error, false);
      return undefined;
    }
  }

  /** What sounds on under a load is no loss when it cannot be had again. */
  async #openQuietly({ track, frame }: FadingTrack): Promise<Voice | undefined> {
    try {
      return await this.#openVoice(track, { kind: 'frame', frame }, 1);
    } catch {
      return undefined;
    }
  }

  async #openVoice(track: TrackToDecode, from: DecodeFrom, slot: DecoderSlot, kept?: Voice): Promise<Voice> {
    // Its decoder may be the one that is used again.
    this.#previous?.close();
    this.#previous = undefined;
    const { playId, source } = track;
    const { location } = source;
    // Before it is opened: what takes its place meanwhile is another one.
    const file = kept?.file ?? (source.kind === 'localFile' ? fileState(location) : undefined);
    const decoder = kept?.decoder ?? (await this.#openDecoder(track, slot));
    return openVoice(
      { playId, location, file, decoder, slot, gain: this.#path.gainOf(track) },
      from,
      kept !== undefined,
    );
  }

  /** The current track is the first in a ring, or behind a flush. */
  #begin(): void {
    const ring = this.#ring;
    const current = this.#current;
    if (ring === undefined || current === undefined) return;
    this.#path.begin(ring.ring);
    ring.withdrawFlush();
    if (this.#isHeard()) {
      this.#over?.close(); // it has faded out, or is about to
      this.#over = undefined;
    }
    const over = this.#over;
    this.#over = undefined;
    const plan = over === undefined ? undefined : this.#path.planFade(over, 'skip', ring.ring);
    const fades =
      over !== undefined && plan !== undefined && bestRate(sampleRateHz(over.rate), ring.ring.rates) === ring.ring.rate;
    const standing = this.#standing();
    const beside = standing?.ring === ring.ring.id && (over === undefined || fades) ? standing : undefined;
    this.#begunBeside = beside;
    this.#beside = this.#begun = undefined;
    ring.beginAfterFlush(fades || current.start > 0, beside?.frame);
    if (fades) {
      this.#current = over;
      this.#fadeInto(over, current, plan, ring);
    } else {
      over?.close();
      this.#announce(ring);
    }
  }

  #announce(ring: RingWriter): void {
    const voice = this.#current;
    if (voice === undefined) return;
    this.#phase = 'decoding';
    this.#path.connect(voice, ring.ring);
    this.#tellQueued(voice, frameAfter(ring.head, this.#path.line.pending), ring);
  }

  #tellQueued(voice: Voice, ringFrame: number, ring: RingWriter): void {
    this.#begun ??= { ring: ring.ring.id, frame: ringFrame };
    this.#tell({ kind: 'queued', playId: voice.playId, ringFrame, trackFrame: voice.start, ring: ring.ring.id });
  }

  #askForRing(whenDrained: boolean): void {
    this.#phase = 'starting';
    const rate = this.#current?.rate ?? 0;
    this.#tell({ kind: 'ringNeeded', playId: this.#current?.playId ?? 0, rate: sampleRateHz(rate), whenDrained });
  }

  #fail(playId: PlayId, error: unknown, started: boolean): void {
    this.#phase = 'failed';
    this.#tellFailure(playId, error, started);
  }

  #tellFailure(playId: PlayId, error: unknown, started: boolean): void {
    const code = error instanceof UndecodableFile ? error.code : 'DECODER_FAILED';
    const reason = error instanceof Error ? error.message : String(error);
    this.#tell({ kind: 'failed', playId, code, reason, started });
  }

  #tell(news: TrackNews): void {
    this.#post({ ...news, load: this.#loadNumber });
  }

  #forget(): void {
    for (const voice of this.#voices()) voice.close();
    this.#current = this.#next = this.#over = this.#previous = this.#fade = this.#follow = undefined;
    this.#joint = undefined;
    this.#path.forget();
    this.#phase = 'idle';
  }

  #voices(): readonly Voice[] {
    const all = [this.#current, this.#fade?.fresh.voice, this.#next, this.#over, this.#previous];
    return all.filter((voice) => voice !== undefined);
  }

  /** There is a ring at the best rate that its device has for the current track. */
  #isServed(): boolean {
    const ring = this.#ring?.ring;
    const rate = this.#current?.rate;
    return ring !== undefined && rate !== undefined && bestRate(sampleRateHz(rate), ring.rates) === ring.rate;
  }

  async #locate(playId: PlayId, frame: FrameCount): Promise<ByteOffset | undefined> {
    const track = this.#voices().find((known) => known.playId === playId);
    try {
      return await track?.decoder.byteOffsetOf(frame);
    } catch {
      return undefined;
    }
  }
}
