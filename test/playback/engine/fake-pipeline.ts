/** The pipeline without sound: it notes what it is reported, and a test says what is played. */
import type { DecodeFrom, PlayId, TrackToDecode } from '../../../src/decode/decoder-messages.js';
import type { DecoderFacts } from '../../../src/decode/decoder.js';
import type { PipelineEvents, EnginePosition } from '../../../src/playback/engine/engine-events.js';
import type { OutputTrouble } from '../../../src/output/output.js';
import type { Feed, FeedEvents, StreamTrouble } from '../../../src/streams/feed.js';
import type { Station } from '../../../src/streams/icy.js';
import type { EngineDeps } from '../../../src/playback/engine/engine.js';
import type { SoundReadings } from '../../../src/playback/engine/sound-readings.js';
import type { NetworkInput } from '../../../src/decode/playable-source.js';
import type { TrackClock } from '../../../src/playback/engine/timeline.js';
import { byteOffset, frameCount, milliseconds, sampleRateHz } from '../../../src/units.js';

export const RATE = 44_100;

const startName = (from: DecodeFrom): string => (from.kind === 'elapsed' ? String(from.elapsed) : from.kind);
const name = (track: TrackToDecode): string =>
  `${track.playId}${track.source.kind === 'networkStream' ? `:${track.source.input.kind}` : ''}`;

type EnginePipeline = EngineDeps['pipeline'];

export class FakePipeline implements EnginePipeline {
  /** `load 1:mpeg 0`, `follow 2`, `follow -`, `run` … */
  readonly calls: string[] = [];
  #events: PipelineEvents | undefined;
  trouble: OutputTrouble | undefined;
  lengths = new Map<PlayId, number>();
  trackClockNow: TrackClock | undefined;
  loaded: TrackToDecode | undefined;
  following: TrackToDecode | undefined;
  readonly learnt: TrackToDecode[] = [];
  #played: EnginePosition | undefined;

  get events(): PipelineEvents {
    if (this.#events === undefined) throw new Error('not connected');
    return this.#events;
  }

  connect(events: PipelineEvents): void {
    this.#events = events;
  }

  async look(): Promise<OutputTrouble | undefined> {
    return this.trouble;
  }

  /** What was called since the last time. */
  reported(): string[] {
    return this.calls.splice(0);
  }

  /** From now on this is what is played. */
  hear(playId: PlayId, elapsed: number): void {
    this.#played = { playId, elapsed: milliseconds(elapsed) };
  }

  load(track: TrackToDecode, from: DecodeFrom): void {
    this.loaded = track;
    this.following = undefined;
    this.calls.push(`load ${name(track)} ${startName(from)}`);
    this.hear(track.playId, from.kind === 'elapsed' ? from.elapsed : 0);
  }

  follow(track: TrackToDecode | undefined): void {
    this.following = track;
    this.calls.push(`follow ${track === undefined ? '-' : name(track)}`);
  }

  learn(known: TrackToDecode): void {
    this.learnt.push(known);
  }

  clear(): void {
    this.calls.push('clear');
    this.#played = undefined;
  }

  run(): void {
    this.calls.push('run');
  }

  hold(): void {
    this.calls.push('hold');
  }

  halt(): void {
    this.calls.push('halt');
  }

  position(): EnginePosition | undefined {
    return this.#played;
  }

  /** A network player plays, where this is set. */
  isElsewhere = false;

  readings(): SoundReadings {
    return { isElsewhere: this.isElsewhere } as SoundReadings;
  }

  async stop(): Promise<void> {
    this.calls.push('stop');
  }

  trackClock(): TrackClock | undefined {
    return this.trackClockNow;
  }

  bytePosition() {
    return Promise.resolve(byteOffset(0));
  }

  facts(playId: PlayId): DecoderFacts {
    return {
      format: 'MP3',
      bitsPerSample: undefined,
      sampleRate: sampleRateHz(RATE),
      channels: 2,
      totalFrames: undefined,
      length: milliseconds(this.lengths.get(playId) ?? 0),
      encoderDelay: frameCount(0),
      padding: frameCount(0),
      bitrate: 128,
    };
  }
}

/** A connection that brings what the test says. */
export class FakeFeed implements Feed {
  readonly address: string;
  readonly from: DecodeFrom;
  readonly events: FeedEvents;
  isLive = true;
  station: Station | undefined = { name: 'Testfunk', genre: 'Noise', description: '', bitrate: 128 };
  trouble: StreamTrouble | undefined;
  reserve = 6;
  isComplete = false;
  decoded = 0;
  isClosed = false;

  constructor(address: string, from: DecodeFrom, events: FeedEvents) {
    this.address = address;
    this.from = from;
    this.events = events;
  }

  /** Enough has come. */
  ready(kind: 'mpeg' | 'file' | 'vod' = 'mpeg'): void {
    const memory = new SharedArrayBuffer(64);
    const extent = { length: milliseconds(60_000), start: 0 };
    const input: NetworkInput =
      kind === 'file'
        ? { kind, memory, size: 1000, seekable: true }
        : { kind: 'mpeg', memory, ...(kind === 'vod' ? { extent } : {}) };
    this.isLive = kind === 'mpeg';
    this.events.ready(input);
  }

  close(): void {
    this.isClosed = true;
  }
}
