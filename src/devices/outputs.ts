/**
 * All outputs, and the one that plays. The choice is kept: it comes back after a restart, and a chosen output that is away
 * stays chosen, so that nothing sounds where nobody expects it. Thread: main.
 *
 *   sources ──list──▶ Outputs ──switchTo──▶ engine
 *                        ▲ └──── save ────▶ settings
 *                     choose
 */
import { Listeners } from '../listeners.js';
import { OutputUnavailable, type Sink, type SinkTarget } from '../output/sinks/sink.js';
import { Conflict, NotFound, Unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { BUILTIN } from './cards/card-source.js';
import { describe, type OutputDevice, type OutputSource, unseenOutput } from './output-device.js';
import { OutputVolumes, type OutputVolumesDeps } from '../volume/output-volumes.js';
import type { VolumeMode } from '../volume/scale.js';
import type { LevelRequest, VolumeStatus } from '../volume/inactive-volumes.js';

/** What is kept of a choice: the name tells a person what to plug in. */
export interface OutputChoice {
  readonly id: string;
  readonly name: string;
}

export interface ChoiceMemory {
  read(): OutputChoice;
  /** @throws StateNotSaved */
  save(choice: OutputChoice): Promise<void>;
}

export interface OutputsDeps {
  /** The first that lists an id has it. */
  readonly sources: readonly OutputSource[];
  readonly memory: ChoiceMemory;
  /** The sink of a PCM name; of `''` the silent one. */
  readonly sinkOf: (pcm: string) => Sink;
  /** @throws OutputUnavailable or Conflict SUPERSEDED: the old one goes on */
  readonly switchTo: (target: SinkTarget) => Promise<void>;
  /** The current output may be had again. */
  readonly tryAgain: () => void;
  /** The current output is opened anew, where it is open: its volume is remembered under another key. */
  readonly openAnew: () => void;
  readonly volumes: Omit<OutputVolumesDeps, 'current'>;
  readonly log: Log;
}

/** An output with all that is told of it. */
export interface OutputState {
  readonly device: OutputDevice;
  readonly isCurrent: boolean;
  readonly volume: VolumeStatus;
  /** Id of the output that was chosen and is away, while this one plays in its place. */
  readonly fallbackFor: string | undefined;
}

interface KnownOutput {
  readonly device: OutputDevice;
  readonly source: OutputSource;
}

export class Outputs {
  readonly #listeners = new Listeners();
  readonly #unsubscribe: (() => void)[] = [];
  readonly #volumes: OutputVolumes;
  #current: OutputChoice = { id: BUILTIN, name: '' };
  #firstId = BUILTIN;
  /** What was chosen, while the built-in output stands in for it. */
  #chosen: OutputChoice | undefined;
  /** What is known to be in the memory. */
  #kept = BUILTIN;
  /** PCM name that was opened last, and the key that it had. */
  #opened: string | undefined;
  #openedKey: string | undefined;
  #requests = 0;
  /** Wishes that are not fulfilled yet. */
  #pending = 0;
  /** Choices of which the output may be playing already. */
  #openings = 0;
  /** What the engine begins with: the choice of the last time, once `start` was called. */
  readonly first: SinkTarget;

  constructor(private readonly deps: OutputsDeps) {
    this.#volumes = new OutputVolumes({ ...deps.volumes, current: () => this.#current.id });
    this.first = this.#target(() => this.#firstId);
  }

  /** Brings back the choice of the last time, without opening anything, and follows the sources from now on. */
  start(): void {
    this.#current = this.deps.memory.read();
    this.#firstId = this.#kept = this.#current.id;
    for (const source of this.deps.sources) {
      this.#unsubscribe.push(source.subscribe(() => this.#changed()));
    }
  }

  /** May be called twice. */
  stop(): void {
    for (const end of this.#unsubscribe.splice(0)) end();
  }

  /** What can be chosen now, and the built-in, the chosen and the current one, also while they are away. */
  list(): readonly OutputDevice[] {
    const held = this.#held();
    const always = [BUILTIN, ...held.map(({ id }) => id)];
    const choosable = this.#known().filter(
      ({ device: { id, isPresent }, source }) => isPresent || source.prepare !== undefined || always.includes(id),
    );
    const devices = choosable.map(({ device }) => device);
    return [...devices, ...held.filter(({ id }) => devices.every((device) => device.id !== id)).map(unseenOutput)];
  }

  current(): OutputDevice {
    return this.#find(this.#current.id) ?? unseenOutput(this.#current);
  }

  /** @throws NotFound UNKNOWN_OUTPUT */
  get(id: string): OutputDevice {
    if (id === 'current') return this.current();
    const held = this.#held().find((each) => each.id === id);
    const device = this.#find(id) ?? (held && unseenOutput(held));
    if (device === undefined) throw unknown(id);
    return device;
  }

  /** As `list`. */
  async readAll(): Promise<readonly OutputState[]> {
    return Promise.all(this.list().map((device) => this.#stateOf(device)));
  }

  /** @throws NotFound UNKNOWN_OUTPUT */
  async read(id: string): Promise<OutputState> {
    return this.#stateOf(this.get(id));
  }

  /** Looks again at what may be another without a sign. Never rejects. */
  async refresh(): Promise<void> {
    await Promise.all(this.deps.sources.map(async (source) => source.refresh?.()));
  }

  /** What was chosen and is away, while the built-in output plays in its place. */
  fallbackFor(): OutputDevice | undefined {
    return this.#chosen && this.get(this.#chosen.id);
  }

  /**
   * Plays there from now on, at the same place; resolves when it does and the choice is durable.
   * @throws NotFound UNKNOWN_OUTPUT
   * @throws Unavailable OUTPUT_MISSING, OUTPUT_BUSY, OUTPUT_FAILED or RATE_UNSUPPORTED: the old one goes on
   * @throws Conflict SUPERSEDED when another one was chosen meanwhile
   * @throws StateNotSaved when it plays there, but the choice is not durable
   */
  async choose(id: string): Promise<void> {
    const device = this.get(id);
    try {
      await this.#switch(device.id);
    } catch (error) {
      // An earlier wish was fulfilled, and nothing else is to come.
      const isOther = this.#current.id !== this.#kept && this.#chosen === undefined;
      if (this.#pending === 0 && isOther) await this.#keep();
      throw error;
    }
    this.#chosen = undefined;
    await this.#keep();
  }

  async #keep(): Promise<void> {
    const { id, name } = this.current();
    this.#kept = id;
    await this.deps.memory.save({ id, name });
  }

  /** Back to the built-in output. @throws as `choose` */
  async disconnect(): Promise<void> {
    await this.choose(BUILTIN);
  }

  /**
   * The built-in output plays in the place of the current one, which stays chosen, until `goBack` or another choice. True
   * when it does; false when it cannot, or somebody is choosing an output.
   * @throws as `choose`
   */
  async standIn(): Promise<boolean> {
    const chosen = this.#current;
    const builtin = this.#find(BUILTIN);
    const isSounding = builtin?.isPresent === true && builtin.pcm !== '';
    if (!isSounding || this.#pending > 0 || chosen.id === BUILTIN) return false;
    await this.#switch(BUILTIN);
    this.#chosen = chosen;
    this.#announce();
    return true;
  }

  /** Plays on what was chosen before `standIn`. @throws as `choose`: then the built-in output goes on */
  async goBack(): Promise<void> {
    const chosen = this.#chosen;
    if (chosen === undefined || this.#pending > 0) return;
    await this.#switch(chosen.id);
  }

  /**
   * Also of one that does not play, for when it does.
   * @throws NotFound UNKNOWN_OUTPUT
   * @throws Conflict CONFIRMATION_NEEDED (`fixed`), and what else stands in the way of a mode
   * @throws StateNotSaved
   */
  async setVolumeMode(id: string, mode: VolumeMode, confirmed: boolean): Promise<void> {
    await this.#volumes.setMode(describe(this.get(id)), mode, confirmed);
    this.#announce();
  }

  /**
   * Sets the volume of an output: now where it plays, else for when it does.
   * @throws NotFound UNKNOWN_OUTPUT, InvalidInput LEVEL_OUT_OF_RANGE, Conflict VOLUME_FIXED or SUPERSEDED
   * @throws Unavailable OUTPUT_MISSING when it is away and its steps are not known
   * @throws StateNotSaved
   */
  async setVolume(id: string, level: LevelRequest): Promise<void> {
    await this.#volumes.setLevel(describe(this.get(id)), level);
    this.#announce();
  }

  /**
   * The loudest step that is allowed there, in its own steps; undefined for its own maximum. Also of one that does not
   * play, for when it does.
   * @throws NotFound UNKNOWN_OUTPUT
   * @throws InvalidInput when it has no such step, Conflict VOLUME_FIXED
   * @throws Unavailable OUTPUT_MISSING when it is away and was never played on
   * @throws StateNotSaved
   */
  async setVolumeLimit(id: string, step: number | undefined): Promise<void> {
    await this.#volumes.setLimit(describe(this.get(id)), step);
    this.#announce();
  }

  /** What is kept is another choice than what was chosen here: follows it. Never rejects. */
  async follow(): Promise<void> {
    const { id } = this.deps.memory.read();
    if (id === this.#kept) return;
    this.#kept = id;
    if (id === this.#current.id) return;
    try {
      await this.#switch(id);
    } catch (error) {
      this.deps.log.warn('the output that is set cannot be played on', { output: id, error });
    }
  }

  /** Calls `listener` when the list or the current output is another; returns what ends that. */
  subscribe(listener: () => void): () => void {
    return this.#listeners.add(listener);
  }

  async #stateOf(device: OutputDevice): Promise<OutputState> {
    const volume = await this.#volumes.read(describe(device));
    const isCurrent = device.id === this.#current.id;
    return { device, isCurrent, volume, fallbackFor: isCurrent ? this.#chosen?.id : undefined };
  }

  /** What stays listed while it is away. */
  #held(): OutputChoice[] {
    return [this.#current, ...(this.#chosen === undefined ? [] : [this.#chosen])];
  }

  async #switch(id: string): Promise<void> {
    this.#pending++;
    try {
      await this.#fulfil(id);
    } finally {
      this.#pending--;
    }
  }

  async #fulfil(id: string): Promise<void> {
    const request = ++this.#requests;
    const { source } = this.#known().find((known) => known.device.id === id) ?? {};
    await source?.prepare?.(id);
    if (request !== this.#requests) throw superseded();
    const device = this.#findOrUnseen(id);
    if (!device.isPresent && device.network === undefined) throw missing(device.name);
    if (id === this.#current.id && this.#openings === 0) {
      this.deps.tryAgain();
      return;
    }
    await this.#open(device);
    if (request !== this.#requests) throw superseded();
  }

  /** What was opened is the current output, whatever was wished for meanwhile: it plays there. */
  async #open({ id, name }: OutputDevice): Promise<void> {
    this.#openings++;
    try {
      await this.deps.switchTo(this.#target(() => id));
    } catch (error) {
      throw error instanceof OutputUnavailable ? new Unavailable(error.code, error.message, { cause: error }) : error;
    } finally {
      this.#openings--;
    }
    if (id === this.#current.id) return;
    this.#current = { id, name };
    this.#chosen = undefined;
    this.deps.log.info('output chosen', { output: id, name });
    this.#announce();
  }

  #changed(): void {
    this.#volumes.forget();
    this.#announce();
    const device = this.current();
    const { pcm, isPresent } = device;
    if (!isPresent) return;
    if (this.#opened !== '' || pcm === '') {
      // Early in a start a card may be played on before it could be looked at.
      if (this.#opened === pcm && this.#openedKey !== keyOf(device)) this.deps.openAnew();
      this.deps.tryAgain();
      return;
    }
    // The machine has its first sound card.
    this.#open(device).catch((error: unknown) => {
      this.deps.log.warn('the sound card that was plugged in cannot be played on', { error });
    });
  }

  #known(): KnownOutput[] {
    const byId = new Map<string, KnownOutput>();
    for (const source of this.deps.sources) {
      for (const device of source.list()) if (!byId.has(device.id)) byId.set(device.id, { device, source });
    }
    return [...byId.values()];
  }

  #find(id: string): OutputDevice | undefined {
    return this.#known().find(({ device }) => device.id === id)?.device;
  }

  /** An output that nobody lists any more, such as one that waits to be opened, is told as away. */
  #findOrUnseen(id: string): OutputDevice {
    return this.#find(id) ?? unseenOutput(this.#held().find((each) => each.id === id) ?? { id, name: '' });
  }

  /**
   * An output by its id: where it is looked up anew at each opening, since a card that comes back may be called
   * otherwise.
   */
  #target(idOf: () => string): SinkTarget {
    const sinkOf = ({ sink, pcm }: OutputDevice): Sink => sink ?? this.deps.sinkOf(pcm);
    const device = (): OutputDevice => this.#findOrUnseen(idOf());
    return {
      get key() {
        return keyOf(device());
      },
      get mixer() {
        return device().mixer;
      },
      get returnsWithin() {
        return device().returnsWithin;
      },
      sink: {
        get name() {
          return sinkOf(device()).name;
        },
        get device() {
          return sinkOf(device()).device;
        },
        open: async (rate) => {
          const toOpen = device();
          const { id, name, pcm, isPresent, network } = toOpen;
          // Another card may have taken its name. Of the built-in one, and of a machine, opening it tells more than the list.
          if (!isPresent && id !== BUILTIN && network === undefined)
            throw new OutputUnavailable('OUTPUT_MISSING', `${name} is not there`);
          const opened = await sinkOf(toOpen).open(rate);
          // Empty means a machine without a sound card: a network output has no PCM of ALSA either.
          this.#opened = toOpen.sink === undefined ? pcm : undefined;
          this.#openedKey = keyOf(toOpen);
          return opened;
        },
      },
    };
  }

  #announce(): void {
    this.#listeners.call();
  }
}

const keyOf = ({ key, id }: OutputDevice): string => key ?? id;

const unknown = (id: string): NotFound => new NotFound('UNKNOWN_OUTPUT', `There is no output ${id}.`);
const missing = (name: string): Unavailable =>
  new Unavailable('OUTPUT_MISSING', `${name} is not there: plug it in or switch it on.`);
const superseded = (): Conflict => new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
