/**
 * The playback engine: resolves what the player wants to be played to a source that can be decoded, gives it to the pipeline
 * (decoder, ring, output) when it is ready, and reports what became of it. Thread: main; no call waits. Its states and
 * their diagram are in engine-state.ts.
 *
 * A local file is loaded at once, unless its tags or its CUE sheet have to be read first. A network stream is connected to
 * when it is to sound (not while it is only prepared) and loaded when enough of it has come; where the network cannot keep
 * up, it stalls until there is a reserve again.
 *
 * A captured input (a phone over Bluetooth) takes the pipeline for a while: the player's commands are only noted then, and
 * the position of its track is where it was played last. `run` gives the pipeline back to the player.
 */
import type { DecodeFrom, PlayId } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import type { Log } from '../../log.js';
import type { Output, OutputTrouble } from '../../output/output.js';
import { REAL_TIME, type PlaybackClock } from '../../playback-clock.js';
import type { CaptureSource } from '../../streams/capture.js';
import { milliseconds, type ByteOffset } from '../../units.js';
import { CapturedPlayback, goingOn, type Interruption, type OpenCapture } from './captured-playback.js';
import type { EngineEvents, EnginePosition, SwitchedPipelineEvents } from './engine-events.js';
import {
  IDLE,
  isLoaded,
  isRunning,
  transition,
  type EngineEffect,
  type EngineEvent,
  type EngineState,
} from './engine-state.js';
import { CurrentAndNext, type FileTrack, type LoadingTrack } from './current-and-next.js';
import type { NetworkTrack, StreamNow } from './network-track.js';
import type { EnginePipeline } from './remote-pipeline.js';
import { isFile, positionOf, startOf, type QueueTrack, type RequestedTrack } from './queue-track.js';
import { SourceResolver, type SourceResolverDeps } from './source-resolver.js';
import { StreamConnector, type OpenFeed } from './stream-connector.js';
import { StreamWatch } from './stream-watch.js';
import type { TrackClock } from './timeline.js';
import { WHY_FAILED } from './worker-failures.js';

export interface EngineDeps extends SourceResolverDeps {
  readonly pipeline: EnginePipeline & { connect(events: SwitchedPipelineEvents): void };
  readonly output: Pick<Output, 'trouble' | 'look'>;
  readonly openFeed: OpenFeed;
  readonly openCapture: OpenCapture;
  readonly clock?: PlaybackClock | undefined;
  readonly log: Log;
}

export class Engine {
  readonly #sources: SourceResolver;
  readonly #tracks: CurrentAndNext;
  readonly #watch: StreamWatch;
  readonly #streams: StreamConnector;
  #events: EngineEvents | undefined;
  #state: EngineState = IDLE;
  #captures = 0;

  constructor(private readonly deps: EngineDeps) {
    const { pipeline, clock = REAL_TIME, log } = deps;
    this.#sources = new SourceResolver(deps);
    this.#tracks = new CurrentAndNext(this.#sources);
    pipeline.connect({
      trackOpened: (playId) => {
        if (!this.#isCapture(playId)) this.#events?.trackOpened(playId);
      },
      trackStarted: (playId) => {
        if (this.#interruption === undefined) this.#started(playId);
      },
      finished: (playId) => {
        if (this.#isCapture(playId)) this.#endCapture('nothing more comes');
        else if (this.#tracks.nextStream === undefined) this.#events?.finished(playId);
        else this.#waitForNext(this.#tracks.nextStream);
      },
      trackFailed: (playId, code, reason, started) => {
        if (this.#isCapture(playId)) {
          this.#endCapture(reason);
          return;
        }
        if (!started || playId === this.#tracks.next?.track.playId) this.#drop(playId, 'dropped');
        this.#events?.trackFailed(playId, code, reason, started);
      },
      clockChanged: () => {
        if (this.#interruption === undefined) this.#events?.clockChanged();
      },
      outputLost: () => {
        this.#events?.outputLost();
        this.#endCapture('the output is away');
      },
      outputBack: (isSoon) => this.#events?.outputBack(isSoon),
      becomesAnother: (become) => this.#moveTo(become),
    });
    this.#watch = new StreamWatch({
      ...{ pipeline, clock, log },
      current: () => (isLoaded(this.#state) ? this.#tracks.currentStream : undefined),
      isRunning: () => isRunning(this.#state),
      isStalled: () => this.#state.kind === 'stalled',
      stalls: (stalls) => this.#dispatch({ type: stalls ? 'dry' : 'supplied' }),
      changed: ({ track }) => this.#events?.streamChanged(track.playId),
    });
    this.#streams = new StreamConnector({
      ...{ pipeline, clock, tracks: this.#tracks, open: deps.openFeed },
      ready: (track) => this.#ready(track),
      failed: (track, code, reason) => this.#failed(track, code, reason),
      titled: () => this.#watch.lookAtTitles(),
    });
  }

  /** Events go there from now on. */
  connect(events: EngineEvents): void {
    this.#events = events;
  }

  /** Gains count from the next load on, and for what plays as soon as this resolves. Never rejects. */
  async setReplayGain(isOn: boolean): Promise<void> {
    if (this.#sources.needsGains === isOn) return;
    this.#sources.needsGains = isOn;
    if (!isOn) return;
    await Promise.all(
      this.#tracks.files.map(async (file) => {
        const source = await this.#sources.resolve(file.track.location);
        if (source === undefined) return;
        file.source = source;
        this.deps.pipeline.learn({ playId: file.track.playId, source });
      }),
    );
  }

  get trouble(): OutputTrouble | undefined {
    const { kind } = this.#state;
    const stream = isRunning(this.#state) && kind !== 'loaded' ? this.#tracks.currentStream : undefined;
    return this.deps.output.trouble ?? stream?.troubleWhile(kind === 'stalled');
  }

  /** Looks for an output that was lost. Resolves to the trouble with it; to undefined when it is back or was not lost. */
  findOutput(): Promise<OutputTrouble | undefined> {
    return this.deps.output.look();
  }

  /** Drops what was loaded, and loads this track; what followed is forgotten. It sounds once `run` was called. */
  load(track: QueueTrack, from: DecodeFrom): void {
    this.#load({ track, from, elapsed: startOf(from) });
  }

  #load(request: RequestedTrack): void {
    const source = isFile(request.track) ? 'file' : 'stream';
    const isReady = this.#state.kind !== 'captured' && this.#tracks.load(request).source !== undefined;
    this.#dispatch({ type: 'load', request, source, isReady });
  }

  /** What is played behind the loaded track without a gap. */
  follow(track: QueueTrack | undefined): void {
    if (this.#state.kind !== 'captured') this.#tracks.follow(track);
    this.#dispatch({ type: 'follow', track });
  }

  /** Nothing is loaded any more. */
  clear(): void {
    if (this.#state.kind !== 'captured') this.#tracks.forget();
    this.#dispatch({ type: 'clear' });
  }

  run(): void {
    this.releaseCapture();
    this.#dispatch({ type: 'run' });
  }

  /** Falls silent and keeps the position; a live stream is let go, and joined again where it will be by then. */
  hold(): void {
    this.#dispatch({ type: 'hold', isLive: this.#tracks.currentStream?.feed?.isLive === true });
  }

  /** Falls silent; the player loads anew. */
  halt(): void {
    this.#dispatch({ type: 'halt' });
  }

  /** Position of the player's track, whatever is played; undefined when nothing is loaded. */
  position(): EnginePosition | undefined {
    if (this.#state.kind === 'captured') return positionOf(this.#state.requested);
    const { current } = this.#tracks;
    const begin = positionOf(current);
    if (this.#state.kind === 'loading') return begin;
    const position = this.deps.pipeline.position();
    // Until the exact frame is decoded again the pipeline does not know its time.
    const isBefore = position?.elapsed === 0 && position.playId === begin?.playId && current?.from.kind === 'frame';
    return isBefore ? begin : position;
  }

  /** How the position goes on by itself until `clockChanged`; undefined while it does not. */
  trackClock(): TrackClock | undefined {
    const isElsewhere = this.#state.kind === 'loading' || this.#state.kind === 'captured';
    return isElsewhere ? undefined : this.deps.pipeline.trackClock();
  }

  /**
   * Byte position in its file of what is played now; undefined when nothing is of the player's.
   * @throws Unavailable DECODER_BUSY when the decoder does not answer in time
   */
  async bytePosition(): Promise<ByteOffset | undefined> {
    return this.#state.kind === 'captured' ? undefined : this.deps.pipeline.bytePosition();
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    if (this.#interruption === undefined) return this.deps.pipeline.facts(playId);
    return playId === this.#requested()?.track.playId ? this.#interruption.facts : undefined;
  }

  /** What a network stream says about itself; undefined for a local file. */
  stream(playId: PlayId): StreamNow | undefined {
    if (playId !== this.#requested()?.track.playId) return undefined;
    return this.#interruption === undefined ? this.#tracks.currentStream?.now : this.#interruption.stream;
  }

  /**
   * Plays a captured input instead of what the player has loaded, which has to be at rest.
   * @param ended called, once, when no more comes of it or it cannot be played; the player has the pipeline again then
   */
  playCapture(source: CaptureSource, ended: (reason: string) => void): void {
    this.releaseCapture();
    const { pipeline, openCapture, log } = this.deps;
    const requested = goingOn(this.#tracks.current, this.position());
    const playback = new CapturedPlayback(-++this.#captures, source, { pipeline, open: openCapture, log }, (reason) => {
      if (this.#interruption?.playback === playback) this.#endCapture(reason);
    });
    const playId = requested?.track.playId;
    const facts = playId === undefined ? undefined : this.facts(playId);
    const stream = playId === undefined ? undefined : this.stream(playId);
    const next = this.#tracks.next?.track;
    this.#tracks.forget();
    this.#dispatch({ type: 'capture', interruption: { playback, ended, facts, stream }, requested, next });
    playback.begin();
    log.info('external source: plays', { source: source.location, rate: source.sampleRate, format: source.format });
  }

  /** Gives the pipeline back to the player, which has to run it itself. Does nothing when no captured input is played. */
  releaseCapture(): void {
    if (this.#state.kind !== 'captured') return;
    const { interruption, requested, next } = this.#state;
    interruption.playback.close();
    this.#dispatch({ type: 'release' });
    if (requested !== undefined) this.#load(requested);
    if (next !== undefined) this.follow(next);
    this.deps.log.info('external source: ended', { source: interruption.playback.source.location });
  }

  /** Closes every connection, the capture and the output. May be called twice. */
  async stop(): Promise<void> {
    this.#interruption?.playback.close();
    this.#watch.stop();
    this.#streams.stop();
    this.#tracks.forget();
    await this.deps.pipeline.stop();
  }

  #dispatch(event: EngineEvent): void {
    const { state, effects } = transition(this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    if (event.type === 'dry' || event.type === 'supplied') return; // the watch goes on by itself
    if (isLoaded(this.#state)) this.#watch.start();
    else this.#watch.stop();
    if (isRunning(this.#state)) this.#streams.lookAhead();
    else this.#streams.stop();
  }

  #perform(effect: EngineEffect): void {
    const { current, currentStream } = this.#tracks;
    switch (effect) {
      case 'pass':
        if (current !== undefined) this.#pass(current);
        return;
      case 'resolve':
        if (current?.kind === 'file') void this.#resolve(current);
        return;
      case 'connect':
        if (currentStream !== undefined && currentStream.feed === undefined) this.#streams.connect(currentStream);
        return;
      case 'disconnect':
        if (currentStream?.feed === undefined) return;
        if (currentStream.feed.isLive) currentStream.beginAt(this.position()?.elapsed ?? currentStream.elapsed);
        currentStream.disconnect();
        return;
      case 'disconnectAll':
        this.#tracks.disconnect();
        return;
      case 'follow':
        this.#queueNext();
        if (this.#tracks.next?.kind === 'file') void this.#resolve(this.#tracks.next);
        return;
      default:
        this.deps.pipeline[effect]();
    }
  }

  /** Does nothing for a track whose source is known. Never rejects. */
  async #resolve(track: FileTrack): Promise<void> {
    if (track.source !== undefined) return;
    const source = await this.#sources.resolve(track.track.location);
    track.source ??= source;
    if (track.source !== undefined) this.#ready(track);
    else if (this.#tracks.files.includes(track)) this.#failed(track, ...WHY_FAILED.hung);
  }

  /** The source of a track can be decoded from now on. */
  #ready(track: LoadingTrack): void {
    if (track === this.#tracks.current) this.#dispatch({ type: 'ready' });
    else if (track === this.#tracks.next) this.#queueNext();
  }

  /** Gives the current track to the pipeline, and what follows it. */
  #pass(track: LoadingTrack): void {
    const { pipeline } = this.deps;
    const { source, track: named } = track;
    if (source === undefined) return;
    if (source.kind === 'networkStream' && track.kind === 'network' && !track.isMovable) {
      track.beginAt(source.input.kind === 'file' ? milliseconds(0) : track.elapsed);
    }
    pipeline.load({ playId: named.playId, source }, track.from);
    this.#tracks.queuedInPipeline = undefined;
    if (this.#tracks.next?.source !== undefined) this.#queueNext();
    if (track.kind !== 'network') return;
    if (isRunning(this.#state)) pipeline.run();
    this.#events?.streamChanged(named.playId);
  }

  /** Tells the pipeline what follows, as soon as both that and what is before it are ready. */
  #queueNext(): void {
    const { current, next } = this.#tracks;
    if (current !== undefined && !isLoaded(this.#state)) return;
    if (next?.source === undefined) {
      this.deps.pipeline.follow(undefined); // what followed before must not be begun meanwhile
    } else if (this.#tracks.queuedInPipeline !== next) {
      this.#tracks.queuedInPipeline = next;
      this.deps.pipeline.follow({ playId: next.track.playId, source: next.source });
    }
  }

  /** What was played is over before the stream that follows was ready. */
  #waitForNext(next: NetworkTrack): void {
    this.#tracks.advance();
    this.#dispatch({ type: 'waiting' });
    this.#events?.trackStarted(next.track.playId);
    if (isRunning(this.#state) && next.feed === undefined && next === this.#tracks.current) this.#streams.connect(next);
  }

  #started(playId: PlayId): void {
    const { next } = this.#tracks;
    if (next?.track.playId === playId) {
      this.#tracks.advance();
      this.#dispatch({ type: 'started', source: next.kind === 'network' ? 'stream' : 'file' });
    }
    this.#events?.trackStarted(playId);
  }

  /** What was loaded is loaded in the other pipeline, from its position on; streams are connected to anew. */
  #moveTo(become: () => void): void {
    this.#endCapture('another output plays');
    const requested = goingOn(this.#tracks.current, this.position(), false);
    const [following, runs] = [this.#tracks.next?.track, isRunning(this.#state)];
    become();
    this.clear();
    if (requested !== undefined) this.#load(requested);
    this.follow(following);
    if (runs) this.#dispatch({ type: 'run' });
  }

  /** The stream or file cannot be had. */
  #failed({ track: { playId } }: LoadingTrack, code: string, reason: string): void {
    this.#drop(playId, 'failed');
    this.#events?.trackFailed(playId, code, reason, false);
  }

  #drop(playId: PlayId, type: 'failed' | 'dropped'): void {
    const isCurrent = playId === this.#tracks.current?.track.playId;
    this.#tracks.drop(playId);
    if (isCurrent) this.#dispatch({ type });
  }

  get #interruption(): Interruption | undefined {
    return this.#state.kind === 'captured' ? this.#state.interruption : undefined;
  }

  #isCapture(playId: PlayId): boolean {
    return playId === this.#interruption?.playback.playId;
  }

  /** What the player has loaded, also while a captured input is played. */
  #requested(): RequestedTrack | undefined {
    return this.#state.kind === 'captured' ? this.#state.requested : this.#tracks.current;
  }

  #endCapture(reason: string): void {
    const interruption = this.#interruption;
    if (interruption === undefined) return;
    this.releaseCapture();
    this.deps.log.info('external source: no more sound', { source: interruption.playback.source.location, reason });
    interruption.ended(reason);
  }
}
