/**
 * The outputs of a box, put together: its sound cards as they come and go, the PCMs that its configuration names, and
 * whatever else is an `OutputSource`.
 */
import { createHash } from 'node:crypto';
import type { Native } from '../native.js';
import type { Log } from '../log.js';
import { CardSource, type BuiltinChoice } from './cards/card-source.js';
import type { KernelFolders } from './cards/sound-card.js';
import type { OutputSource, OutputDevice } from './output-device.js';
import { Outputs, type OutputsDeps } from './outputs.js';
import type { MixerName } from '../output/sinks/sink.js';

export interface BoxOutputsDeps extends Pick<
  OutputsDeps,
  'memory' | 'sinkOf' | 'switchTo' | 'tryAgain' | 'openAnew' | 'volumes'
> {
  readonly native: Native;
  readonly builtin: BuiltinChoice;
  readonly configured: readonly ConfiguredOutput[];
  /** Bluetooth speakers and their like. */
  readonly more: readonly OutputSource[];
  /** Calls back when cards have come or gone; returns what ends that. */
  readonly watchCards: (changed: () => void) => () => void;
  readonly log: Log;
  readonly folders?: KernelFolders;
}

export class BoxOutputs {
  readonly outputs: Outputs;
  readonly #cards: CardSource;
  #endWatch: (() => void) | undefined;

  constructor(private readonly deps: BoxOutputsDeps) {
    this.#cards = new CardSource(deps);
    this.outputs = new Outputs({
      ...deps,
      sources: [this.#cards, new ConfiguredOutputs(deps.configured), ...deps.more],
    });
  }

  /** Resolves when it is known what there is, and what was chosen the last time. Never rejects. */
  async start(): Promise<void> {
    // Before the first look: a card that comes in between would never be seen.
    this.#endWatch = this.deps.watchCards(() => {
      // What names no card may have come as well.
      void this.#cards.look().then(() => this.deps.tryAgain());
    });
    await this.#cards.look();
    this.outputs.start();
  }

  /** May be called twice. */
  stop(): void {
    this.#endWatch?.();
    this.outputs.stop();
  }
}

/**
 * PCMs that the configuration names: outputs that no card tells of, such as plugins of ALSA. Whether one is there only
 * opening it tells.
 */
interface ConfiguredOutput {
  readonly pcm: string;
  /** For a person; undefined: the PCM's own. */
  readonly name: string | undefined;
  readonly mixer: MixerName | undefined;
}

export class ConfiguredOutputs implements OutputSource {
  readonly #list: readonly OutputDevice[];

  constructor(outputs: readonly ConfiguredOutput[]) {
    this.#list = outputs.map(({ pcm, name, mixer }) => ({
      id: `alsa-pcm-${plain(pcm)}`,
      name: name ?? pcm,
      service: 'alsa',
      pcm,
      mixer: mixer ?? 'card',
      isPresent: true,
    }));
  }

  list(): readonly OutputDevice[] {
    return this.#list;
  }

  /** They never change. */
  subscribe(): () => void {
    return () => undefined;
  }
}

/** Fit for a path of a URL; a name that is not has its hash in the place of what is left out. */
function plain(pcm: string): string {
  if (/^[\w.-]{1,64}$/.test(pcm)) return pcm;
  const hash = createHash('sha256').update(pcm).digest('hex').slice(0, 8);
  return `${pcm.replace(/[^\w.-]+/g, '_').slice(0, 40)}-${hash}`;
}
