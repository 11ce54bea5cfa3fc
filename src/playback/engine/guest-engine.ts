/**
 * Lets somebody else's sound interrupt the player's, and gives the engine back as it was. Stands between player and
 * RemoteEngine: while a guest is there the player's orders are only noted, and its place is what was heard last. A player
 * that runs takes the engine back. Thread: main; no call waits.
 *
 *   player ──▶ GuestEngine ──▶ RemoteEngine ──▶ AudioEngine
 *                   └───────── guest: Capture ──────▲
 */
import type { Log } from '../../log.js';
import { frameCount, milliseconds, type ByteOffset } from '../../units.js';
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { EnginePosition } from './engine.js';
import type { OutputTrouble } from '../../output/output.js';
import type { LocalEngine, RemoteEngine, RemoteEngineEvents } from './remote-engine.js';
import type { StreamNow } from './remote-track.js';
import type { SoundReadings } from './sound-readings.js';
import type { HeardCourse, HeardPlace } from './timeline.js';
import { Capture, type CaptureSource } from '../../streams/capture.js';
import { CapturePace, LOOK_MILLISECONDS } from '../../decode/pipes/capture-pace.js';

/** Between two looks whether the device plays. */
const START_LOOK_MILLISECONDS = 20;
const FROM_START: DecodeFrom = { kind: 'elapsed', elapsed: milliseconds(0) };

/** What is used of the engine that plays the queue. */
export type QueueEngine = LocalEngine & Pick<RemoteEngine, 'stream'>;

export interface GuestEngineParts {
  /** What plays the guest: the engine behind the one of the queue. */
  readonly engine: () => Pick<LocalEngine, 'cue' | 'clear' | 'run' | 'halt' | 'position' | 'facts'>;
  /** The frame that is heard. */
  readonly place: () => HeardPlace | undefined;
  readonly readings: () => Pick<SoundReadings, 'deviceWrites' | 'outputThread' | 'xruns'>;
  readonly log: Log;
  readonly capture?: (source: CaptureSource, ended: (reason: string) => void) => Capture;
}

interface Stay {
  readonly playId: PlayId;
  readonly source: CaptureSource;
  readonly capture: Capture;
  readonly pace: CapturePace;
  readonly ended: (reason: string) => void;
  /** Of the player's track, which waits. */
  readonly facts: DecoderFacts | undefined;
  readonly stream: StreamNow | undefined;
  /** Decoders that were asked for; and how often the device had written when the last one was. */
  decoders: number;
  writes: number;
  xruns: number;
  timer: NodeJS.Timeout | undefined;
}

export class GuestEngine {
  readonly #queue: QueueEngine;
  readonly #parts: GuestEngineParts;
  readonly #capture: NonNullable<GuestEngineParts['capture']>;
  /** What the player has cued, where it begins or goes on, and what follows it. */
  #cued: { readonly track: TrackToDecode; readonly from: DecodeFrom } | undefined;
  #following: TrackToDecode | undefined;
  /** Where the player's track stands while nothing of it is in the engine. */
  #standing: EnginePosition | undefined;
  #stay: Stay | undefined;
  #stays = 0;

  /** `connect` gets the listeners for the engine's news and returns the engine. */
  constructor(
    connect: (events: RemoteEngineEvents) => QueueEngine,
    parts: GuestEngineParts,
    events: RemoteEngineEvents,
  ) {
    this.#parts = parts;
    this.#capture = parts.capture ?? ((source, ended) => new Capture(source, ended));
    this.#queue = connect({
      trackOpened: (playId) => {
        if (playId !== this.#stay?.playId) events.trackOpened(playId);
      },
      trackHeard: (playId) => {
        if (this.#stay !== undefined) return;
        if (this.#following?.playId === playId) this.#cued = { track: this.#following, from: FROM_START };
        this.#following = undefined;
        events.trackHeard(playId);
      },
      finished: (playId) => {
        if (playId === this.#stay?.playId) this.#end('nothing more comes');
        else events.finished(playId);
      },
      trackFailed: (playId, code, reason, started) => {
        if (playId === this.#stay?.playId) this.#end(reason);
        else events.trackFailed(playId, code, reason, started);
      },
      courseChanged: () => {
        if (this.#stay === undefined) events.courseChanged();
      },
      outputLost: () => {
        events.outputLost();
        this.#end('the output is away');
      },
      outputBack: (isSoon) => {
        events.outputBack(isSoon);
      },
      streamChanged: (playId) => {
        events.streamChanged(playId);
      },
    });
  }

  /** Somebody else's sound is played. */
  get hasGuest(): boolean {
    return this.#stay !== undefined;
  }

  /**
   * Plays this instead of what the player has cued, which has to be at rest.
   * @param ended told, once, when no more comes of it or it cannot be played; the engine has been given back then
   */
  admit(source: CaptureSource, ended: (reason: string) => void): void {
    this.dismiss();
    this.#leaveQueue();
    const playId = -++this.#stays;
    const cued = this.#cued?.track.playId;
    const stay: Stay = {
      ...{ playId, source, ended, pace: new CapturePace(), decoders: 0, writes: 0, xruns: 0, timer: undefined },
      facts: cued === undefined ? undefined : this.#queue.facts(cued),
      stream: cued === undefined ? undefined : this.#queue.stream(cued),
      capture: this.#capture(source, (reason) => {
        if (this.#stay === stay) this.#end(reason);
      }),
    };
    this.#stay = stay;
    this.#queue.clear();
    this.#begin(stay);
    this.#parts.log.info('a guest plays', { guest: source.location, rate: source.sampleRate, format: source.format });
  }

  /** Gives the engine back to the player, which has to run it itself. Does nothing when there is no guest. */
  dismiss(): void {
    const stay = this.#stay;
    if (stay === undefined) return;
    this.#stay = undefined;
    clearTimeout(stay.timer);
    stay.capture.close();
    const engine = this.#parts.engine();
    engine.halt();
    engine.clear();
    if (this.#cued !== undefined) this.#queue.cue(this.#cued.track, this.#cued.from);
    if (this.#following !== undefined) this.#queue.follow(this.#following);
    this.#parts.log.info('the guest is gone', { guest: stay.source.location });
  }

  /** May be called twice. */
  stop(): void {
    clearTimeout(this.#stay?.timer);
    this.#stay?.capture.close();
  }

  get trouble(): OutputTrouble | undefined {
    return this.#queue.trouble;
  }

  findOutput(): Promise<OutputTrouble | undefined> {
    return this.#queue.findOutput();
  }

  cue(track: TrackToDecode, from: DecodeFrom): void {
    this.#cued = { track, from };
    this.#following = this.#standing = undefined;
    if (this.#stay === undefined) {
      this.#queue.cue(track, from);
    } else {
      const elapsed = milliseconds(from.kind === 'elapsed' ? Math.max(from.elapsed, 0) : 0);
      this.#standing = { playId: track.playId, elapsed };
    }
  }

  follow(track: TrackToDecode | undefined): void {
    this.#following = track;
    if (this.#stay === undefined) this.#queue.follow(track);
  }

  clear(): void {
    this.#cued = this.#following = this.#standing = undefined;
    if (this.#stay === undefined) this.#queue.clear();
  }

  run(): void {
    this.dismiss();
    this.#queue.run();
  }

  hold(): void {
    if (this.#stay === undefined) this.#queue.hold();
  }

  halt(): void {
    if (this.#stay === undefined) this.#queue.halt();
  }

  /** Of the player's track, whoever is heard. */
  position(): EnginePosition | undefined {
    if (this.#stay !== undefined) return this.#standing;
    const position = this.#queue.position();
    // Until it is decoded again nobody below knows where it stands.
    if (this.#standing !== undefined && position?.playId === this.#standing.playId && position.elapsed === 0)
      return this.#standing;
    this.#standing = undefined;
    return position;
  }

  course(): HeardCourse | undefined {
    return this.#stay === undefined ? this.#queue.course() : undefined;
  }

  /** @throws Unavailable */
  async bytePosition(): Promise<ByteOffset | undefined> {
    return this.#stay === undefined ? this.#queue.bytePosition() : undefined;
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    if (this.#stay === undefined) return this.#queue.facts(playId);
    return playId === this.#cued?.track.playId ? this.#stay.facts : undefined;
  }

  stream(playId: PlayId): StreamNow | undefined {
    if (this.#stay === undefined) return this.#queue.stream(playId);
    return playId === this.#cued?.track.playId ? this.#stay.stream : undefined;
  }

  /** Notes the frame at which the player's track is to go on: exactly in a file, by its time in what comes from elsewhere. */
  #leaveQueue(): void {
    if (this.#cued === undefined) return;
    const { track } = this.#cued;
    const position = this.position();
    if (position?.playId !== track.playId) return;
    const place = this.#parts.place();
    this.#standing = position;
    const isExact = place?.playId === track.playId && track.path.startsWith('/');
    const from: DecodeFrom = isExact
      ? { kind: 'frame', frame: frameCount(place.frame) }
      : { kind: 'elapsed', elapsed: position.elapsed };
    // What was cued and not begun yet stands where it was to begin.
    if (isExact || position.elapsed > 0) this.#cued = { track, from };
  }

  #begin(stay: Stay): void {
    const { playId, source, capture } = stay;
    const engine = this.#parts.engine();
    stay.decoders = capture.control.begun + 1;
    stay.writes = this.#parts.readings().deviceWrites;
    engine.cue({ playId, path: source.location, remote: capture.input }, FROM_START);
    engine.run();
    this.#look(stay);
  }

  /** Lets the capture in once the device plays, and then keeps as much of it on the way as there was. */
  #look(stay: Stay): void {
    clearTimeout(stay.timer);
    const { control } = stay.capture;
    const { deviceWrites, outputThread, xruns } = this.#parts.readings();
    const isBegun = control.begun >= stay.decoders;
    const plays = outputThread !== 0 && deviceWrites !== stay.writes;
    if (isBegun && control.isWaiting && plays) {
      control.admit();
      control.pace = 0;
      stay.pace.reset();
    } else if (isBegun && !control.isWaiting) {
      stay.writes = NaN; // it plays: another decoder, for other settings of the sound, is let in at once
      if (xruns !== stay.xruns) stay.pace.reset();
      stay.xruns = xruns;
      const pace = stay.pace.look(this.#onTheWay(stay));
      if (pace === 'begin anew') {
        this.#parts.log.info('too much of the guest is on its way, begun anew', { guest: stay.source.location });
        this.#begin(stay);
        return;
      }
      control.pace = pace;
    }
    const pause = control.isWaiting || !isBegun ? START_LOOK_MILLISECONDS : LOOK_MILLISECONDS;
    stay.timer = setTimeout(() => {
      this.#look(stay);
    }, pause).unref();
  }

  /** Milliseconds that were decoded and not heard yet. */
  #onTheWay({ playId, capture }: Stay): number {
    const position = this.#parts.engine().position();
    if (position?.playId !== playId) return 0;
    const heard = (position.elapsed * capture.sampleRate) / 1000;
    return (((capture.decoded - heard) | 0) * 1000) / capture.sampleRate;
  }

  #end(reason: string): void {
    const stay = this.#stay;
    if (stay === undefined) return;
    this.dismiss();
    this.#parts.log.info('nothing is heard of the guest any more', { guest: stay.source.location, reason });
    stay.ended(reason);
  }
}
