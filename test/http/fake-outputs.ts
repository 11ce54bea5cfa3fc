/** Outputs that come and go as a test says; the real class behind them. */
import type { LevelRequest, OutputDescription, VolumeStatus } from '../../src/volume/inactive-volumes.js';
import type { OutputVolumesDeps } from '../../src/volume/output-volumes.js';
import type { VolumeMode } from '../../src/volume/scale.js';
import type { SinkTarget } from '../../src/output/sinks/sink.js';
import type { OutputDevice, OutputSource } from '../../src/devices/output-device.js';
import { Outputs, type ChoiceMemory, type OutputChoice } from '../../src/devices/outputs.js';
import { Conflict } from '../../src/errors.js';
import { SILENT_LOG } from '../fixtures/log.js';
import { sampleRateHz } from '../../src/units.js';

export const BUILT_IN: OutputDevice = {
  id: 'builtin',
  name: 'Tonearm (Built-in)',
  service: 'builtin',
  pcm: 'default',
  mixer: 'card',
  isPresent: true,
};

export const DAC: OutputDevice = {
  id: 'alsa-usb-1234-5678-9',
  name: 'Kitchen DAC',
  service: 'alsa',
  pcm: 'hw:CARD=DAC,DEV=0',
  mixer: 'card',
  isPresent: true,
  limits: { formats: ['S16_LE', 'S24_3LE'], rates: [44_100, 48_000, 96_000], channels: [2] },
};

export class FakeSource implements OutputSource {
  #list: readonly OutputDevice[];
  readonly #listeners = new Set<() => void>();
  readonly prepared: string[] = [];
  prepare?: (id: string) => Promise<void>;

  constructor(list: readonly OutputDevice[]) {
    this.#list = list;
  }

  list(): readonly OutputDevice[] {
    return this.#list;
  }

  become(list: readonly OutputDevice[]): void {
    this.#list = list;
    for (const listener of this.#listeners) listener();
  }

  subscribe(changed: () => void): () => void {
    this.#listeners.add(changed);
    return () => this.#listeners.delete(changed);
  }

  get listeners(): number {
    return this.#listeners.size;
  }
}

export class FakeMemory implements ChoiceMemory {
  choice: OutputChoice = { id: 'builtin', name: '' };
  /** What the disk says. */
  failure: Error | undefined;

  read(): OutputChoice {
    return this.choice;
  }

  async save(choice: OutputChoice): Promise<void> {
    this.choice = choice;
    if (this.failure !== undefined) throw this.failure;
  }
}

type Active = OutputVolumesDeps['active'];
type Inactive = OutputVolumesDeps['inactive'];

/** The output that is played to: 0 to 100, at 40. */
export class FakeActiveVolume implements Active {
  now: VolumeMode = 'hardware';
  level = 40;
  limit = 100;
  reloads = 0;

  status(): VolumeStatus {
    return { mode: this.now, control: 'Digital', volume: this.level, min: 0, max: 100, limit: this.limit };
  }

  async set(step: number): Promise<void> {
    this.level = step;
  }

  async setPercent(percent: number): Promise<void> {
    this.level = percent;
  }

  async setMode(mode: VolumeMode, { confirmed }: { confirmed: boolean }): Promise<void> {
    if (mode === 'fixed' && !confirmed) throw new Conflict('CONFIRMATION_NEEDED', 'Confirm it.');
    this.now = mode;
  }

  async setLimit(step: number): Promise<void> {
    this.limit = step;
  }

  async reload(): Promise<void> {
    this.reloads++;
  }
}

/** The other outputs: nothing is known of one at first, but for what is set here. */
export class FakeInactiveVolumes implements Inactive {
  readonly known = new Map<string, Partial<VolumeStatus>>();
  /** What was asked about last. */
  asked: OutputDescription | undefined;
  forgotten = 0;

  async read(output: OutputDescription): Promise<VolumeStatus> {
    this.asked = output;
    const unknown = { mode: undefined, control: undefined, volume: undefined };
    return { ...unknown, min: undefined, max: undefined, limit: undefined, ...this.known.get(output.key) };
  }

  async setMode(output: OutputDescription, mode: VolumeMode, confirmed: boolean): Promise<void> {
    if (mode === 'fixed' && !confirmed) throw new Conflict('CONFIRMATION_NEEDED', 'Confirm it.');
    this.known.set(output.key, { ...this.known.get(output.key), mode });
  }

  async setLevel(output: OutputDescription, level: LevelRequest): Promise<void> {
    const change = 'step' in level ? { volume: level.step } : level;
    this.known.set(output.key, { ...this.known.get(output.key), ...change });
  }

  async setLimit(output: OutputDescription, limit: number | undefined): Promise<void> {
    this.known.set(output.key, { ...this.known.get(output.key), limit });
  }

  forget(): void {
    this.forgotten++;
  }
}

export interface OutputsRig {
  readonly outputs: Outputs;
  readonly source: FakeSource;
  readonly memory: FakeMemory;
  readonly volume: FakeActiveVolume;
  readonly inactiveVolumes: FakeInactiveVolumes;
  /** The targets that were switched to. */
  readonly switched: SinkTarget[];
  /** Names of the PCMs that were opened, the silent one as `''`. */
  readonly opened: string[];
  /** How often the current output was tried anew. */
  readonly tried: () => number;
  /** How often it was opened anew. */
  readonly openedAnew: () => number;
  /** What switching does, beside opening the sink. */
  switching: (target: SinkTarget) => Promise<void>;
}

/** Nothing sounds: a sink opens at once, unless `switching` throws. */
export function createOutputs(
  list: readonly OutputDevice[] = [BUILT_IN, DAC],
  more: readonly OutputSource[] = [],
): OutputsRig {
  const source = new FakeSource(list);
  const memory = new FakeMemory();
  const volume = new FakeActiveVolume();
  const inactiveVolumes = new FakeInactiveVolumes();
  const switched: SinkTarget[] = [];
  const opened: string[] = [];
  let attempts = 0;
  let openedAnew = 0;
  let switches = 0;
  let working: Promise<void> | undefined;
  const rig: OutputsRig = {
    outputs: new Outputs({
      sources: [source, ...more],
      memory,
      volumes: { active: volume, inactive: inactiveVolumes },
      sinkOf: (pcm) => ({
        name: `PCM ${pcm}`,
        open: async () => {
          opened.push(pcm);
          return undefined as never;
        },
      }),
      // One at a time, and only the last that waits, as `Output.switchTo`.
      switchTo: async (target) => {
        const number = ++switches;
        while (working !== undefined) await working;
        if (number !== switches) throw new Conflict('SUPERSEDED', 'Another output was chosen meanwhile.');
        const exchange = async (): Promise<void> => {
          await rig.switching(target);
          await target.sink.open(sampleRateHz(44_100));
          switched.push(target);
        };
        const exchanging = exchange();
        working = exchanging
          .catch(() => undefined)
          .finally(() => {
            working = undefined;
          });
        await exchanging;
      },
      tryAgain: () => attempts++,
      openAnew: () => openedAnew++,
      log: SILENT_LOG,
    }),
    source,
    memory,
    volume,
    inactiveVolumes,
    switched,
    opened,
    tried: () => attempts,
    openedAnew: () => openedAnew,
    switching: () => Promise.resolve(),
  };
  return rig;
}
