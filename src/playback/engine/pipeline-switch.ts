/**
 * The pipeline that plays: the local one, with its output, or a network player. The engine sees one pipeline, whatever plays;
 * what is said of the output is of that one, too. Thread: main.
 *
 *   local ──switchTo a remote one, once it is connected──▶ remote ──switchTo, once the device is open──▶ local
 *     └────────────── begin, where a remote one was chosen the last time ──────────▲
 */
import type { DecodeFrom, PlayId, TrackToDecode } from '../../decode/decoder-messages.js';
import type { DecoderFacts } from '../../decode/decoder.js';
import { Conflict } from '../../errors.js';
import { Listeners } from '../../listeners.js';
import type { Negotiated } from '../../output/negotiated.js';
import type { Output, OutputTrouble } from '../../output/output.js';
import type { SinkTarget } from '../../output/sinks/sink.js';
import { SerialQueue } from '../../serial-queue.js';
import type { ByteOffset } from '../../units.js';
import type { EnginePosition, PipelineEvents, SwitchedPipelineEvents } from './engine-events.js';
import type { Pipeline } from './pipeline.js';
import type { EnginePipeline, OpenRemoteMixer, PlayingPipeline, RemotePipeline } from './remote-pipeline.js';
import type { SoundReadings } from './sound-readings.js';
import type { TrackClock } from './timeline.js';

type OutputMembers =
  | 'switchTo'
  | 'target'
  | 'tryAgain'
  | 'look'
  | 'trouble'
  | 'probe'
  | 'rest'
  | 'whileSilent'
  | 'negotiated'
  | 'subscribe';

export interface PipelineSwitchDeps {
  readonly local: EnginePipeline & Pick<Pipeline, 'connect'>;
  readonly output: Pick<Output, OutputMembers>;
  /** The network player that an output is, whether it is there or not; undefined for a device of this machine. */
  readonly remoteOf: (key: string) => Promise<RemotePipeline> | undefined;
  /** Prepares the volume of an output that was opened; the result puts it in force (`OutputDeps.opened`). */
  readonly opened: (target: SinkTarget, card: number) => Promise<() => void>;
  /** Somebody has paused a network player there, or lets it play again. */
  readonly pausedThere: () => void;
  readonly resumedThere: () => void;
}

export class PipelineSwitch implements EnginePipeline {
  readonly #switching = new SerialQueue();
  readonly #listeners = new Listeners();
  #events: SwitchedPipelineEvents | undefined;
  #remote: RemotePipeline | undefined;
  #remoteTarget: SinkTarget | undefined;
  #switches = 0;
  /** Network players that were left: their later events are ignored. */
  readonly #left = new WeakSet<RemotePipeline>();
  /** The local output is being opened to be played to. */
  #isReturning = false;
  /** The network player that was played to last is being left. */
  #leaving: Promise<void> = Promise.resolve();

  constructor(private readonly deps: PipelineSwitchDeps) {
    deps.local.connect(this.#eventsOf(() => this.#remote === undefined));
    deps.output.subscribe(() => this.#listeners.call());
  }

  /** Events go there from now on. */
  connect(events: SwitchedPipelineEvents): void {
    this.#events = events;
  }

  /** The output that was chosen the last time is played to, and opened so that what it is can be shown. */
  async begin(target: SinkTarget): Promise<OutputTrouble | undefined> {
    const remote = await this.deps.remoteOf(target.key);
    if (remote === undefined) return this.deps.output.probe();
    this.#become(remote, target);
    return remote.look();
  }

  /**
   * Plays there from now on, at the same position. Of several requests the last one counts.
   * @throws OutputUnavailable when it cannot be opened: the one before goes on
   * @throws Conflict SUPERSEDED when another output was requested before this one was tried
   */
  switchTo(target: SinkTarget): Promise<void> {
    const number = ++this.#switches;
    const { output, remoteOf } = this.deps;
    return this.#switching.run(async () => {
      if (number !== this.#switches) throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
      await this.#leaving;
      if (this.#remote !== undefined && this.#remoteTarget?.key === target.key) {
        await this.#remote.open();
        return;
      }
      const remote = await remoteOf(target.key);
      if (remote === undefined) {
        this.#isReturning = true;
        await output.switchTo(target).finally(() => (this.#isReturning = false));
        this.#become(undefined, target);
      } else {
        // Connected before it is the one that plays: its events count from then on.
        this.#connect(remote, target);
        await remote.open();
        this.#become(remote, target);
        await output.rest();
      }
    });
  }

  /** Whether a network player plays, and not the output of this machine, whose volume is not in force then. */
  get isElsewhere(): boolean {
    return this.#remote !== undefined && !this.#isReturning;
  }

  /** Why nothing can be played: `Output.trouble`, or that of the network player. */
  get trouble(): OutputTrouble | undefined {
    return this.#remote === undefined ? this.deps.output.trouble : this.#remote.trouble;
  }

  /** What the device of this machine agreed to; undefined for a network player. */
  get negotiated(): Negotiated | undefined {
    return this.#remote === undefined ? this.deps.output.negotiated : undefined;
  }

  /** The output that is played to. */
  get target(): SinkTarget {
    return this.#remoteTarget ?? this.deps.output.target;
  }

  /** @param listener called when `negotiated` is another one; must not throw @returns what ends that */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  look(): Promise<OutputTrouble | undefined> {
    return this.#remote === undefined ? this.deps.output.look() : this.#remote.look();
  }

  tryAgain(): void {
    if (this.#remote === undefined) this.deps.output.tryAgain();
    else this.#remote.tryAgain();
  }

  /** Runs a change while the device of this machine is silent; a network player goes on. */
  whileSilent(change: () => Promise<void>): Promise<void> {
    return this.#remote === undefined ? this.deps.output.whileSilent(change) : change();
  }

  load(track: TrackToDecode, from: DecodeFrom): void {
    this.#active.load(track, from);
  }

  follow(track: TrackToDecode | undefined): void {
    this.#active.follow(track);
  }

  /** For the local pipeline alone: a network player applies no gains. */
  learn(track: TrackToDecode): void {
    this.deps.local.learn(track);
  }

  clear(): void {
    this.#active.clear();
  }

  run(): void {
    this.#active.run();
  }

  hold(): void {
    this.#active.hold();
  }

  halt(): void {
    this.#active.halt();
  }

  position(): EnginePosition | undefined {
    return this.#active.position();
  }

  trackClock(): TrackClock | undefined {
    return this.#active.trackClock();
  }

  bytePosition(): Promise<ByteOffset | undefined> {
    return this.#active.bytePosition();
  }

  facts(playId: PlayId): DecoderFacts | undefined {
    return this.#active.facts(playId);
  }

  /** Figures of the local pipeline, which has nothing in its ring while a network player plays. */
  readings(): SoundReadings {
    return { ...this.deps.local.readings(), isElsewhere: this.#remote !== undefined, trouble: this.trouble };
  }

  /** May be called twice. */
  async stop(): Promise<void> {
    await this.#remote?.stop();
    await this.deps.local.stop();
  }

  get #active(): PlayingPipeline {
    return this.#remote ?? this.deps.local;
  }

  #become(remote: RemotePipeline | undefined, target: SinkTarget): void {
    const former = this.#remote;
    if (former === undefined && remote === undefined) return;
    const silenced = this.#active;
    if (remote !== undefined) this.#connect(remote, target);
    const become = (): void => {
      silenced.halt();
      silenced.clear();
      this.#remote = remote;
      this.#remoteTarget = remote && remoteTarget(target, away);
    };
    if (this.#events === undefined) become();
    else this.#events.becomesAnother(become);
    if (former !== undefined) {
      this.#left.add(former);
      this.#leaving = former.stop();
    }
    this.#listeners.call();
  }

  #connect(remote: RemotePipeline, target: SinkTarget): void {
    remote.connect({
      ...this.#eventsOf(() => this.#remote === remote),
      opened: async (openMixer) => {
        if (this.#left.has(remote)) return;
        const activate = await this.deps.opened(remoteTarget(target, openMixer), -1);
        if (!this.#left.has(remote)) activate();
      },
      pausedThere: () => {
        if (this.#remote === remote) this.deps.pausedThere();
      },
      resumedThere: () => {
        if (this.#remote === remote) this.deps.resumedThere();
      },
    });
  }

  /** Events of one pipeline, as long as it is the one that plays. */
  #eventsOf(isActive: () => boolean): PipelineEvents {
    const pass =
      <Parameters extends readonly unknown[]>(emit: (events: PipelineEvents, ...parameters: Parameters) => void) =>
      (...parameters: Parameters): void => {
        if (isActive() && this.#events !== undefined) emit(this.#events, ...parameters);
      };
    return {
      trackOpened: pass((events, playId: PlayId) => events.trackOpened(playId)),
      trackStarted: pass((events, playId: PlayId) => events.trackStarted(playId)),
      trackFailed: pass((events, playId: PlayId, code: string, reason: string, started: boolean) =>
        events.trackFailed(playId, code, reason, started),
      ),
      finished: pass((events, playId: PlayId) => events.finished(playId)),
      clockChanged: pass((events) => events.clockChanged()),
      outputLost: pass((events) => events.outputLost()),
      outputBack: pass((events, isSoon: boolean) => events.outputBack(isSoon)),
    };
  }
}

/** An output whose volume is at a network player. */
function remoteTarget({ key, sink }: SinkTarget, openMixer: OpenRemoteMixer): SinkTarget {
  return { key, sink, mixer: undefined, openMixer };
}

/** Until it is connected nobody knows its volume. */
function away(): never {
  throw new Error('the network player is not connected');
}
