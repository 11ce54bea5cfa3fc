/**
 * What the decoder worker does between two sleeps: opens tracks, decodes bursts into the ring, plays one after the other
 * gaplessly or fades them into each other. Thread: the worker's. A track that needs no processing goes straight into the
 * ring, every other through mixing/sound-path.ts.
 */
import { frameCount, sampleRateHz } from '../units.js';
import type { Load, DecodeFrom, FromDecoder, PlayId, ToDecoder, TrackToDecode } from './decoder-messages.js';
import { DecodingPace, pauseAbove } from './decoding-pace.js';
import type { Crossfade, Mixed } from './mixing/crossfade.js';
import type { FadePlan } from '../dsp/fade-plan.js';
import { SoundPath } from './mixing/sound-path.js';
import type { DecoderSlot, OpenTrack } from './mixing/open-track.js';
import { OpenTracks, type OpenDecoder } from './mixing/open-tracks.js';
import { LoadSplice } from './load-splice.js';
import type { Native } from '../native.js';
import { bestRate } from '../output/rates.js';
import { frameAfter } from '../output/ring-layout.js';
import { RingWriter } from './ring-writer.js';
import { TrackReports } from './track-reports.js';

/** The end of a track waits for a follower while the ring holds more than this, in seconds of sound. */
const LINGER_SECONDS = 1;
/** A consumer that has to go first (a flush) is asked again after this long. */
const RETRY_MILLISECONDS = 2;
/** A decoder that has nothing yet is asked again after this long, or when something wakes the worker. */
const LATER_MILLISECONDS = 10;

/** More waits in a line only while a fade needs it. */
const WAITING_FRAMES = 4096;
const FROM_START: DecodeFrom = { kind: 'frame', frame: frameCount(0) };

export class DecoderLoop {
  readonly #pace: DecodingPace;
  readonly #reports: TrackReports;
  readonly #path: SoundPath;
  readonly #openTracks: OpenTracks;
  readonly #splice = new LoadSplice();
  #ring: RingWriter | undefined;
  #follow: TrackToDecode | undefined;
  /** Track boundary at the begin of the current track, where nothing processed it: there it can be taken back. */
  #boundary: { readonly ring: RingWriter; readonly frame: number } | undefined;
  /**
   * decoding: the current track gives frames. draining: only its line does. lingering: its line holds the last of it back
   * for a track that may yet follow. starting: it is open and waits for a ring that serves it. ended: everything was
   * pushed. failed: a follower could not be opened, and the player is asked for another. idle: nothing is loaded, or what
   * was could not be opened.
   */
  #phase: 'idle' | 'starting' | 'decoding' | 'draining' | 'lingering' | 'ended' | 'failed' = 'idle';

  constructor(
    private readonly native: Native,
    private readonly post: (message: FromDecoder) => void,
    openDecoder: OpenDecoder,
    now: () => number = () => performance.now(),
  ) {
    this.#pace = new DecodingPace(now);
    this.#reports = new TrackReports(post);
    this.#path = new SoundPath(native);
    this.#openTracks = new OpenTracks(openDecoder, (track) => this.#path.gainOf(track));
  }

  async receive(message: Exclude<ToDecoder, { kind: 'roots' }>): Promise<void> {
    switch (message.kind) {
      case 'sound':
        this.#path.set(message.settings, message.isShuffling);
        return;
      case 'ring':
        this.#ring = new RingWriter(message.ring, this.native);
        if (this.#isServed()) {
          if (this.#phase === 'starting') this.#begin();
          // What is decoded from here on would be played seconds too early: a load to the played position follows.
          else if (this.#isAtWork()) this.#phase = 'idle';
        } else if (this.#phase === 'decoding') {
          this.#askForRing(false); // it was opened for a track that was skipped meanwhile
        }
        return;
      case 'load':
        this.#reports.load = message.load;
        return this.#load(message);
      case 'follow':
        this.#follow = message.track;
        if (this.#isAwaiting(message.track)) await this.#advance();
        return;
      case 'cut':
        this.#reports.load = message.load;
        if (!this.#cut(message.ringFrame)) {
          this.#reports.send({ kind: 'tooLateToCut', playId: message.track?.playId ?? 0 });
          return;
        }
        this.#follow = message.track;
        return this.#advance();
      case 'clear':
        this.#forget();
        this.#beginWithNothing();
        return;
      case 'locate': {
        const offset = await this.#openTracks.byteOffsetOf(message.playId, message.frame);
        this.post({ kind: 'located', request: message.request, offset });
        return;
      }
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
        this.#openTracks.current?.decoder.lookAhead?.();
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

  /** Forgets the current track, of which nothing was played, and takes what there is of it out of the ring. */
  #cut(ringFrame: number | undefined): boolean {
    const ring = this.#ring;
    const boundary = this.#boundary;
    const { fade, next, over } = this.#openTracks;
    const isMixed = (fade ?? next ?? over) !== undefined || this.#path.isProcessing;
    if (ring === undefined || boundary?.ring !== ring || isMixed || ring.isFlushing) return false;
    if ((ringFrame === undefined) !== (this.#phase === 'starting')) return false;
    if (ringFrame !== undefined && (ringFrame !== boundary.frame || !ring.takeBackTo(ringFrame))) return false;
    this.#openTracks.current?.close();
    this.#openTracks.current = this.#boundary = undefined;
    this.#path.forget();
    this.#pace.note(false);
    this.#phase = 'ended';
    return true;
  }

  #isAwaiting(track: TrackToDecode | undefined): boolean {
    if (this.#phase === 'lingering') return track !== undefined;
    return this.#phase === 'ended' || this.#phase === 'failed';
  }

  /** Waits with the end of a resampled track while there is time, since a follower would go on in its line. */
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
    const { current: openTrack, fade } = this.#openTracks;
    if (openTrack === undefined) return 'later';
    if (fade !== undefined) return this.#crossfade(fade, ring);
    this.#path.disconnect(openTrack, ring.ring);
    const { line } = this.#path;
    if (line.waiting > (this.#phase === 'draining' ? 0 : WAITING_FRAMES)) return this.#path.drain(openTrack, ring);
    if (this.#phase === 'draining') {
      await this.#advance();
      return 'pushed';
    }
    let reading: Awaited<ReturnType<OpenTrack['peek']>>;
    try {
      reading = await openTrack.peek();
    } catch (error) {
      this.#fail(openTrack.playId, error, true);
      await this.#advance();
      return 'pushed';
    }
    if (reading === 'later') return line.waiting > 0 ? this.#path.drain(openTrack, ring) : 'later';
    if (reading === undefined) {
      await this.#advance();
      return 'pushed';
    }
    const untilFade = this.#untilFade(openTrack);
    if (untilFade === 0 && (await this.#beginFade(openTrack, ring))) return 'pushed';
    const wanted = untilFade > 0 ? Math.min(reading.frames, untilFade) : reading.frames;
    if (line.isOpen) {
      line.feed(reading, wanted, openTrack.gain);
      openTrack.use(wanted);
      return line.waiting > 0 ? this.#path.drain(openTrack, ring) : 'pushed';
    }
    const frames = Math.min(wanted, ring.room);
    if (frames === 0) return 'full';
    ring.push(reading, frames, this.#path.dithers(openTrack, ring.ring));
    openTrack.use(frames);
    return 'pushed';
  }

  /** Frames to decode until the current track fades into the one that follows; Infinity where it does not. */
  #untilFade(openTrack: OpenTrack): number {
    const { left } = openTrack;
    if (this.#follow === undefined || left === undefined) return Infinity;
    const frames = this.#path.fadeFrames(openTrack);
    return frames === 0 ? Infinity : Math.max(left - frames, 0);
  }

  /** Opens the follower while the current track is decoded. False when there is no fade after all. */
  async #beginFade(openTrack: OpenTrack, ring: RingWriter): Promise<boolean> {
    const track = this.#follow;
    const plan = this.#path.planFade(openTrack, 'trackEnd', ring.ring);
    if (track === undefined || plan === undefined) return false;
    this.#follow = undefined;
    const fresh = await this.#open(track, FROM_START, openTrack.slot === 0 ? 1 : 0);
    if (fresh === undefined) {
      this.#phase = 'decoding'; // the current track plays on, and another may follow
      return true;
    }
    if (bestRate(fresh.rate, ring.ring.rates) !== ring.ring.rate) {
      this.#openTracks.next = fresh;
      return true;
    }
    this.#fadeInto(openTrack, fresh, plan, ring);
    return true;
  }

  #fadeInto(old: OpenTrack, fresh: OpenTrack, plan: FadePlan, ring: RingWriter): void {
    const fade = this.#path.fade(old, fresh, plan, ring.ring, ({ playId }, error) => {
      this.#reports.failed(playId, error, true);
    });
    this.#openTracks.fade = fade;
    this.#phase = 'decoding';
    this.#boundary = undefined;
    this.#reportQueued(fresh, frameAfter(ring.head, fade.untilFresh), ring);
  }

  async #crossfade(fade: Crossfade, ring: RingWriter): Promise<Exclude<Mixed, 'over'>> {
    const mixed = await fade.mix(ring, this.#path.chain, this.#path.dithers(fade.fresh.openTrack, ring.ring));
    if (mixed !== 'over') return mixed;
    this.#openTracks.fade = undefined;
    this.#path.swap();
    this.#openTracks.replace(fade.fresh.openTrack);
    return 'pushed';
  }

  async #load(load: Load): Promise<void> {
    const { track, from } = load;
    const openTracks = this.#openTracks;
    this.#splice.take(load);
    const over = this.#splice.isPlayed(this.#ring) ? undefined : load.over;
    const kept = over === undefined && openTracks.fade === undefined ? openTracks.takeOpen(track) : undefined;
    this.#forget();
    openTracks.current = await this.#open(track, from, kept?.slot ?? 0, kept);
    if (openTracks.current === undefined) {
      // What was to follow it may be under way: the player loads anew, and nothing may sound before that.
      this.#phase = 'idle';
      this.#beginWithNothing();
      return;
    }
    if (over !== undefined) {
      await openTracks.openOver(over);
      if (openTracks.over === undefined) this.#splice.drop();
    }
    if (this.#isServed()) this.#begin();
    else this.#askForRing(false);
  }

  #beginWithNothing(): void {
    this.#splice.forget();
    this.#ring?.beginAfterFlush(false);
  }

  /** The current track is decoded to its end: goes on with the next, or ends the stream. */
  async #advance(): Promise<void> {
    const ring = this.#ring;
    const openTracks = this.#openTracks;
    if (openTracks.next === undefined && this.#follow !== undefined) {
      const track = this.#follow;
      this.#follow = undefined;
      openTracks.next = await this.#open(track, FROM_START, openTracks.current?.slot ?? 0);
      if (openTracks.next === undefined) return;
    }
    const { next } = openTracks;
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
    openTracks.next = undefined;
    openTracks.replace(next);
    this.#boundary = ring === undefined || line.isOpen ? undefined : { ring, frame: ring.head };
    if (ring !== undefined && this.#isServed()) {
      ring.setEnd(false);
      this.#announce(ring);
    } else {
      ring?.setEnd(true);
      this.#askForRing(true);
    }
  }

  /** Opens a track, or goes on with the decoder of `kept`; on failure says so and returns none. */
  async #open(next: TrackToDecode, at: DecodeFrom, slot: DecoderSlot, old?: OpenTrack): Promise<OpenTrack | undefined> {
    try {
      const openTrack = await this.#openTracks.open(next, at, slot, old);
      this.#reports.send({ kind: 'opened', playId: next.playId, facts: openTrack.decoder.facts });
      return openTrack;
    } catch (error) {
      this.#fail(next.playId, error, false);
      return undefined;
    }
  }

  /** The current track is the first in a ring, or behind a flush. */
  #begin(): void {
    const ring = this.#ring;
    const { current } = this.#openTracks;
    if (ring === undefined || current === undefined) return;
    this.#path.begin(ring.ring);
    ring.withdrawFlush();
    if (this.#splice.isPlayed(ring)) this.#openTracks.dropOver(); // it has faded out, or is about to
    const { over } = this.#openTracks;
    const plan = over === undefined ? undefined : this.#path.planFade(over, 'skip', ring.ring);
    const fades = over !== undefined && plan !== undefined && bestRate(over.rate, ring.ring.rates) === ring.ring.rate;
    const splice = this.#splice.begin(ring, over === undefined || fades);
    ring.beginAfterFlush(fades || current.start > 0, splice);
    if (fades) {
      this.#openTracks.over = undefined;
      this.#openTracks.current = over;
      this.#fadeInto(over, current, plan, ring);
    } else {
      this.#openTracks.dropOver();
      this.#announce(ring);
    }
  }

  #announce(ring: RingWriter): void {
    const openTrack = this.#openTracks.current;
    if (openTrack === undefined) return;
    this.#phase = 'decoding';
    this.#path.connect(openTrack, ring.ring);
    this.#reportQueued(openTrack, frameAfter(ring.head, this.#path.line.pending), ring);
  }

  #reportQueued(openTrack: OpenTrack, ringFrame: number, ring: RingWriter): void {
    this.#splice.note(ring, ringFrame);
    this.#reports.send({
      kind: 'queued',
      playId: openTrack.playId,
      ringFrame,
      trackFrame: openTrack.start,
      ring: ring.ring.id,
    });
  }

  #askForRing(whenDrained: boolean): void {
    this.#phase = 'starting';
    const { rate = sampleRateHz(0), playId = 0 } = this.#openTracks.current ?? {};
    this.#reports.send({ kind: 'ringNeeded', playId, rate, whenDrained });
  }

  #fail(playId: PlayId, error: unknown, started: boolean): void {
    this.#phase = 'failed';
    this.#reports.failed(playId, error, started);
  }

  #forget(): void {
    this.#openTracks.close();
    this.#follow = this.#boundary = undefined;
    this.#path.forget();
    this.#phase = 'idle';
  }

  /** There is a ring at the best rate that its device has for the current track. */
  #isServed(): boolean {
    const ring = this.#ring?.ring;
    const rate = this.#openTracks.current?.rate;
    return ring !== undefined && rate !== undefined && bestRate(rate, ring.rates) === ring.rate;
  }
}
