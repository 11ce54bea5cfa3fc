/**
 * PCMs that the configuration names: outputs that no card tells of, such as plugins of ALSA. Whether one is there only
 * opening it tells.
 */
import { createHash } from 'node:crypto';

import type { MixerName } from '../output/sinks/sink.js';
import type { OutputDevice, OutputSource } from './output-device.js';

export interface ConfiguredOutput {
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
