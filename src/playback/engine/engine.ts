/**
 * The playback engine: resolves what the player wants to hear to a source that can be decoded, gives it to the pipeline
 * (decoder, ring, output) when it is ready, and reports what became of it. Thread: main; no call waits.
 *
 *                        load                 source is ready
 *      idle ──────────────────────▶ loading ─────────────────▶ loaded ◀──────▶ stalled
 *       ▲ clear, failed                ▲  pause of a live stream │     reserve
 *       └──────────────────────────────┴─────────────────────────┘
 *
 * A local file is loaded at once, unless its tags or its CUE sheet have to be read first. A network stream is connected to
 * when it is to sound (not while it is only prepared) and loaded when enough of it has come; where the network cannot keep
 * up, it stalls until there is a reserve again.
 *
 * A captured input (a phone over Bluetooth) takes the pipeline for a while: the player's commands are only noted then, and
 * the position of its track is where it was heard last. `run` gives the pipeline back to the player.
 */
import type { DecodeFrom, PlayId } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { OutputTrouble } from '../../output/output.js';
import { REAL_TIME } from '../../playback-clock.js';
import type { CaptureSource } from '../../streams/capture.js';
import { milliseconds, type ByteOffset } from '../../units.js';
import { CapturedPlayback, type Interruption } from './captured-playback.js';
import type { EngineDeps, EngineEvents, EnginePipeline } from './engine-deps.js';
import type { FileTrack } from './file-track.js';
import { FROM_START, LoadingTracks, type LoadingTrack } from './loading-tracks.js';
import type { NetworkTrack, StreamNow } from './network-track.js';
import type { EnginePosition, PipelineEvents } from './pipeline.js';
import { goingOn, startOf, type QueueTrack, type Wanted } from './queue-track.js';
import { SourceResolver } from './source-resolver.js';
import { StreamConnector } from './stream-connector.js';
import { StreamWatch } from './stream-watch.js';
import type { HeardCourse } from './timeline.js';

export class Engine {
  readonly #pipeline: EnginePipeline;
  readonly #events: EngineEvents;
  readonly #deps: EngineDeps;
  readonly #sources: SourceResolver;
  readonly #tracks: LoadingTracks;
  readonly #watch: StreamWatch;
  readonly #streams: StreamConnector;
  /** What the player has loaded, where it begins or goes on, and what follows it: also while it is interrupted. */
  #wanted: Wanted | undefined;
  #wantedNext: QueueTrack | undefined;
  /** Position of the player's track while nothing of it is in the pipeline. */
  #restingAt: EnginePosition | undefined;
  #running = false;
  #interruption: Interruption | undefined;
  #captures = 0;

  /** `connect` gets the listeners for the pipeline's events and returns the pipeline. */
  constructor(connect: (events: PipelineEvents) => EnginePipeline, deps: EngineDeps, events: EngineEvents) {
    this.#events = events;
    this.#deps = deps;
    this.#sources = new SourceResolver(deps);
    this.#tracks = new LoadingTracks(this.#sources);
    this.#pipeline = connect({
      ...events,
      trackOpened: (playId) => {
        if (playId !== this.#interruption?.playback.playId) events.trackOpened(playId);
      },
      trackHeard: (playId) => {
        if (this.#interruption === undefined) this.#heard(playId);
      },
      finished: (playId) => {
        if (playId === this.#interruption?.playback.playId) this.#endCapture('nothing more comes');
        else if (this.#tracks.nextStream === undefined) events.finished(playId);
        else this.#waitForNext(this.#tracks.nextStream);
      },
      trackFailed: (playId, code, reason, started) => {
        if (playId === this.#interruption?.playback.playId) {
          this.#endCapture(reason);
        } else {
          if (!started || playId === this.#tracks.next?.track.playId) this.#tracks.drop(playId);
          events.trackFailed(playId, code, reason, started);
        }
      },
      courseChanged: () => {
        if (this.#interruption === undefined) events.courseChanged();
      },
      outputLost: () => {
        events.outputLost();
        this.#endCapture('the output is away');
      },
    });
    const { clock = REAL_TIME, log } = deps;
    this.#watch = new StreamWatch({
      ...{ pipeline: this.#pipeline, clock, log },
      current: () => (this.#tracks.currentStream?.stage === 'loaded' ? this.#tracks.currentStream : undefined),
      isRunning: () => this.#running,
      changed: ({ track }) => events.streamChanged(track.playId),
    });
    this.#streams = new StreamConnector({
      ...{ pipeline: this.#pipeline, clock, tracks: this.#tracks, open: deps.openFeed },
      ready: (track) => this.#ready(track),
      failed: (track, code, reason) => this.#failed(track, code, reason),
      titled: () => this.#watch.lookAtTitles(),
    });
  }

  /** Gains count from the next load on, and for what plays as soon as this resolves. Never rejects. */
  async setReplayGain(isOn: boolean): Promise<void> {
    if (this.#sources.needsGains === isOn) return;
    this.#sources.needsGains = isOn;
    if (!isOn) return;
    await Promise.all(
      this.#tracks.files.map(async (file) => {
        const source = await this.#sources.resolve(file.track.location);
        file.source = source;
        this.#pipeline.learn({ playId: file.track.playId, source });
      }),
    );
  }

  get trouble(): OutputTrouble | undefined {
    if (this.#pipeline.trouble !== undefined) return this.#pipeline.trouble;
    const current = this.#running ? this.#tracks.currentStream : undefined;
    return current?.troubleWhile(this.#watch.isStalled);
  }

  /** Looks for an output that was lost. Resolves to the trouble with it; to undefined when it is back or was not lost. */
  findOutput(): Promise<OutputTrouble | undefined> {
    return this.#pipeline.findOutput();
  }

  /** Drops what was loaded, and loads this track; what followed is forgotten. It sounds once `run` was called. */
  load(track: QueueTrack, from: DecodeFrom): void {
    this.#wanted = { track, from };
    this.#wantedNext = this.#restingAt = undefined;
    if (this.#interruption === undefined) this.#loadNow(track, from);
    else this.#restingAt = { playId: track.playId, elapsed: startOf(from) };
  }

  /** What is played behind the loaded track without a gap. */
  follow(track: QueueTrack | undefined): void {
    this.#wantedNext = track;
    if (this.#interruption !== undefined) return;
    const next = this.#tracks.follow(track);
    if (next?.kind === 'file' && next.source === undefined) void this.#resolve(next);
    this.#passOnFollower();
    this.#lookAhead();
  }

  /** Nothing is loaded any more. */
  clear(): void {
    this.#wanted = this.#wantedNext = this.#restingAt = undefined;
    if (this.#interruption === undefined) this.#unload();
  }

  run(): void {
    this.releaseCapture();
    this.#running = true;
    this.#lookAhead();
    const current = this.#tracks.currentStream;
    if (current === undefined || current.stage === 'loaded') this.#pipeline.run();
    if (current === undefined) return;
    if (current.feed === undefined) this.#streams.connect(current);
    this.#watch.start();
  }

  /** Falls silent and keeps the position; a live stream is let go, and joined again where it will be by then. */
  hold(): void {
    if (this.#interruption !== undefined) return;
    this.#rest();
    this.#pipeline.hold();
    const current = this.#tracks.currentStream;
    if (current?.feed === undefined || (current.stage === 'loaded' && !current.feed.isLive)) return;
    const { elapsed = startOf(current.from) } = this.#position() ?? {};
    if (current.feed.isLive) current.from = { kind: 'elapsed', elapsed };
    current.disconnect();
  }

  /** Falls silent; the player loads anew. */
  halt(): void {
    if (this.#interruption !== undefined) return;
    this.#rest();
    this.#tracks.disconnect();
    this.#pipeline.halt();
  }

  /** Position of the player's track, whoever is heard; undefined when nothing is loaded. */
  position(): EnginePosition | undefined {
    if (this.#interruption !== undefined) return this.#restingAt;
    const position = this.#position();
    // Until it is decoded again the pipeline does not know where it is.
    const isBefore = position?.elapsed === 0 && position.playId === this.#restingAt?.playId;
    if (!isBefore) this.#restingAt = undefined;
    return this.#restingAt ?? position;
  }

  #position(): EnginePosition | undefined {
    const { current } = this.#tracks;
    if (current?.stage !== 'loading') return this.#pipeline.position();
    return { playId: current.track.playId, elapsed: startOf(current.from) };
  }

  /** How the position goes on by itself until `courseChanged`; undefined while it does not. */
  course(): HeardCourse | undefined {
    const isLoading = this.#tracks.current?.stage === 'loading';
    return isLoading || this.#interruption !== undefined ? undefined : this.#pipeline.course();
  }

  /**
   * Byte position in its file of what is heard now; undefined when nothing of the player's is.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async bytePosition(): Promise<ByteOffset | undefined> {
    return this.#interruption === undefined ? this.#pipeline.bytePosition() : undefined;
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    if (this.#interruption === undefined) return this.#pipeline.facts(playId);
    return playId === this.#wanted?.track.playId ? this.#interruption.facts : undefined;
  }

  /** What a network stream says about itself; undefined for a local file. */
  stream(playId: PlayId): StreamNow | undefined {
    if (this.#interruption !== undefined) {
      return playId === this.#wanted?.track.playId ? this.#interruption.stream : undefined;
    }
    const current = this.#tracks.currentStream;
    return current?.track.playId === playId ? current.now : undefined;
  }

  /**
   * Plays a captured input instead of what the player has loaded, which has to be at rest.
   * @param ended called, once, when no more comes of it or it cannot be played; the player has the pipeline again then
   */
  playCapture(source: CaptureSource, ended: (reason: string) => void): void {
    this.releaseCapture();
    this.#leaveQueue();
    const { openCapture, log } = this.#deps;
    const deps = { pipeline: this.#pipeline, open: openCapture, log };
    const playback = new CapturedPlayback(-++this.#captures, source, deps, (reason) => {
      if (this.#interruption?.playback === playback) this.#endCapture(reason);
    });
    const playId = this.#wanted?.track.playId;
    const facts = playId === undefined ? undefined : this.facts(playId);
    const stream = playId === undefined ? undefined : this.stream(playId);
    this.#interruption = { playback, ended, facts, stream };
    this.#unload();
    playback.begin();
    log.info('external source: plays', { source: source.location, rate: source.sampleRate, format: source.format });
  }

  /** Gives the pipeline back to the player, which has to run it itself. Does nothing when no captured input is played. */
  releaseCapture(): void {
    const interruption = this.#interruption;
    if (interruption === undefined) return;
    this.#interruption = undefined;
    interruption.playback.close();
    this.#pipeline.halt();
    this.#pipeline.clear();
    const [wanted, next] = [this.#wanted, this.#wantedNext];
    if (wanted !== undefined) this.#loadNow(wanted.track, wanted.from);
    if (next !== undefined) this.follow(next);
    this.#deps.log.info('external source: ended', { source: interruption.playback.source.location });
  }

  /** Closes every connection, the capture and the output. May be called twice. */
  async stop(): Promise<void> {
    this.#interruption?.playback.close();
    this.#rest();
    this.#tracks.forget();
    await this.#pipeline.stop();
  }

  #loadNow(track: QueueTrack, from: DecodeFrom): void {
    this.#stopWatching();
    const current = this.#tracks.load(track, from);
    if (current.source !== undefined) {
      this.#pass(current);
    } else if (current.kind === 'file') {
      this.#pipeline.clear();
      void this.#resolve(current);
    } else {
      this.#pipeline.halt();
      this.#pipeline.clear();
      if (this.#running) this.#streams.connect(current);
    }
  }

  #unload(): void {
    this.#stopWatching();
    this.#tracks.forget();
    this.#pipeline.clear();
  }

  #rest(): void {
    this.#running = false;
    this.#stopWatching();
  }

  #stopWatching(): void {
    this.#watch.stop();
    this.#streams.stop();
  }

  #lookAhead(): void {
    if (this.#running) this.#streams.lookAhead();
    else this.#streams.stop();
  }

  /** Never rejects. */
  async #resolve(track: FileTrack): Promise<void> {
    const source = await this.#sources.resolve(track.track.location);
    track.source ??= source;
    this.#ready(track);
  }

  /** The source of a track can be decoded from now on. */
  #ready(track: LoadingTrack): void {
    if (track === this.#tracks.current) this.#pass(track);
    else if (track === this.#tracks.next) this.#passOnFollower();
  }

  /** Gives the current track to the pipeline, and what follows it. */
  #pass(track: LoadingTrack): void {
    const { source } = track;
    if (source === undefined) return;
    if (source.kind === 'networkStream' && track.kind === 'network' && !track.isMovable) {
      const elapsed = source.input.kind === 'file' ? milliseconds(0) : startOf(track.from);
      track.from = { kind: 'elapsed', elapsed };
    }
    const { playId } = track.track;
    track.stage = 'loaded';
    this.#pipeline.load({ playId, source }, track.from);
    if (this.#tracks.next?.source !== undefined) this.#passOnFollower();
    if (track.kind === 'network') {
      if (this.#running) this.#pipeline.run();
      this.#events.streamChanged(playId);
      this.#watch.start();
    }
    this.#lookAhead();
  }

  /** Tells the pipeline what follows, as soon as both that and what is before it are ready. */
  #passOnFollower(): void {
    const { current, next } = this.#tracks;
    if (current !== undefined && current.stage !== 'loaded') return;
    if (next?.source === undefined) {
      this.#pipeline.follow(undefined); // what followed before must not be begun meanwhile
    } else if (next.stage !== 'loaded') {
      next.stage = 'loaded';
      this.#pipeline.follow({ playId: next.track.playId, source: next.source });
    }
  }

  /** What was heard is over before the stream that follows was ready. */
  #waitForNext(next: NetworkTrack): void {
    this.#tracks.advance();
    this.#pipeline.halt();
    this.#tellHeard(next.track.playId);
    if (this.#running && next.feed === undefined && next === this.#tracks.current) this.#streams.connect(next);
  }

  #heard(playId: PlayId): void {
    if (this.#tracks.next?.track.playId === playId) this.#tracks.advance();
    this.#tellHeard(playId);
    this.#watch.start();
  }

  #tellHeard(playId: PlayId): void {
    if (this.#wantedNext?.playId === playId) {
      this.#wanted = { track: this.#wantedNext, from: FROM_START };
      this.#wantedNext = undefined;
    }
    this.#events.trackHeard(playId);
  }

  /** The stream cannot be had. */
  #failed(track: NetworkTrack, code: string, reason: string): void {
    const isCurrent = track === this.#tracks.current;
    this.#tracks.drop(track.track.playId);
    if (isCurrent) {
      this.#watch.stop();
      this.#pipeline.halt();
      this.#pipeline.clear();
    }
    this.#events.trackFailed(track.track.playId, code, reason, false);
  }

  /** Notes where the player's track is to go on. */
  #leaveQueue(): void {
    const position = this.position();
    if (this.#wanted === undefined || position?.playId !== this.#wanted.track.playId) return;
    this.#restingAt = position;
    this.#wanted = goingOn(this.#wanted, position, this.#pipeline.place());
  }

  #endCapture(reason: string): void {
    const interruption = this.#interruption;
    if (interruption === undefined) return;
    this.releaseCapture();
    const { location } = interruption.playback.source;
    this.#deps.log.info('external source: no more sound', { source: location, reason });
    interruption.ended(reason);
  }
}
