/**
 * An engine without sound: it records what it is reported and delivers events when the test says so. Like the real one it
 * drops nothing by itself and may deliver events in the middle of a call.
 */
import type { CaptureSource } from '../../src/streams/capture.js';
import type { DecodeFrom, PlayId } from '../../src/decode/decoder-messages.js';
import type { DecoderFacts } from '../../src/decode/decoder.js';
import type { OutputTrouble } from '../../src/output/output.js';
import type { EngineEvents, EnginePosition } from '../../src/playback/engine/engine-events.js';
import type { StreamNow } from '../../src/playback/engine/network-track.js';
import type { QueueTrack } from '../../src/playback/engine/queue-track.js';
import type { TrackClock } from '../../src/playback/engine/timeline.js';
import type { PlayerEngine } from '../../src/playback/player-machine.js';
import { frameCount, milliseconds, sampleRateHz, type ByteOffset } from '../../src/units.js';

export class FakeEngine implements PlayerEngine {
  /** Every call in order, such as `load /a from 0 ms`. */
  readonly calls: string[] = [];
  /** `play 11`, `release`: captured inputs, by the end of their location. */
  readonly captures: string[] = [];
  captureEnds: (reason: string) => void = () => undefined;
  #events: EngineEvents | undefined;
  readonly known = new Map<PlayId, DecoderFacts>();
  loaded: QueueTrack | undefined;
  following: QueueTrack | undefined;
  playedAt: EnginePosition | undefined;
  trackClockNow: TrackClock | undefined;
  byte: ByteOffset | undefined;
  trouble: OutputTrouble | undefined;
  /** The output is looked for, and found. */
  isBack = false;
  /** Called at the end of each call of the player. */
  onCall: (call: string) => void = () => undefined;

  get events(): EngineEvents {
    if (this.#events === undefined) throw new Error('not connected');
    return this.#events;
  }

  connect(events: EngineEvents): void {
    this.#events = events;
  }

  load(track: QueueTrack, from: DecodeFrom): void {
    this.loaded = track;
    this.following = undefined;
    this.#record(`load ${track.location} from ${fromText(from)}`);
  }

  follow(track: QueueTrack | undefined): void {
    this.following = track;
    this.#record(`follow ${track?.location ?? 'nothing'}`);
  }

  clear(): void {
    this.loaded = this.following = undefined;
    this.#record('clear');
  }

  run(): void {
    this.#record('run');
  }

  hold(): void {
    this.#record('hold');
  }

  halt(): void {
    this.#record('halt');
  }

  position(): EnginePosition | undefined {
    return this.playedAt;
  }

  async findOutput(): Promise<OutputTrouble | undefined> {
    return this.isBack ? undefined : this.trouble;
  }

  trackClock(): TrackClock | undefined {
    return this.trackClockNow;
  }

  async bytePosition(): Promise<ByteOffset | undefined> {
    return this.byte;
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.known.get(playId);
  }

  playCapture(source: CaptureSource, ended: (reason: string) => void): void {
    this.captures.push(`play ${source.location.slice(-2)}`);
    this.captureEnds = ended;
  }

  releaseCapture(): void {
    this.captures.push('release');
  }

  stream(): StreamNow | undefined {
    return undefined;
  }

  /** What was reported since the last time. */
  reported(): string[] {
    return this.calls.splice(0);
  }

  /** The following track is played. */
  goesOn(): void {
    this.loaded = this.following;
    this.following = undefined;
    this.events.trackStarted(this.loadedId);
  }

  /** Everything was played. */
  runsDry(): void {
    this.events.finished(this.loadedId);
  }

  fails(track: QueueTrack | undefined, started = false): void {
    this.events.trackFailed(track?.playId ?? 0, 'FILE_UNREADABLE', 'no such file', started);
  }

  get loadedId(): PlayId {
    return this.loaded?.playId ?? 0;
  }

  #record(call: string): void {
    this.calls.push(call);
    this.onCall(call);
  }
}

function fromText(from: DecodeFrom): string {
  if (from.kind === 'elapsed') return `${from.elapsed} ms`;
  return from.kind === 'offset' ? `byte ${from.offset}` : `frame ${from.frame}`;
}

/** Facts of a three-minute MP3. */
export const SOME_FACTS: DecoderFacts = {
  format: 'MP3',
  bitsPerSample: undefined,
  sampleRate: sampleRateHz(44_100),
  channels: 2,
  totalFrames: frameCount(7_938_000),
  length: milliseconds(180_000),
  encoderDelay: frameCount(576),
  padding: frameCount(1000),
  bitrate: 320,
};
