/**
 * What can be played on, and where it comes from: cards, PCMs named in the configuration, Bluetooth speakers. A part that
 * knows outputs is an `OutputSource`; `Outputs` puts them together.
 */

import type { MixerName, Sink } from '../output/sinks/sink.js';
import type { Milliseconds } from '../units.js';
import type { OutputDescription } from '../volume/inactive-volumes.js';

export { VOLUME_MODES } from '../volume/scale.js';

/** One output. Its id stays the same over restarts and re-plugging, whatever number the system gives it. */
export interface OutputDevice {
  /** `builtin`, `alsa-<stable id>`, `bluetooth-<AA-BB-…>`, `snapcast-…` or the UDN of a UPnP renderer. */
  readonly id: string;
  /** For a person. */
  readonly name: string;
  readonly service: 'builtin' | 'alsa' | 'bluetooth' | 'snapcast' | 'upnp';
  /**
   * PCM name, as it is to be opened now; `''` is the silent output of a machine without a sound card. Not used where the
   * output has a sink of its own.
   */
  readonly pcm: string;
  /** What opens the output, where it is no PCM of ALSA. */
  readonly sink?: Sink;
  /** The machine that plays, where it is another one. */
  readonly network?: NetworkPlayer;
  /** Where its volume is: in the best control of its card, or in a simple element of a ctl (`''`: its best). Undefined: software volume. */
  readonly mixer: MixerName | 'card' | undefined;
  /** ctl name of its card, where it is known without opening the PCM. */
  readonly ctl?: string;
  /** Whether it could be opened now, as far as is known. */
  readonly isPresent: boolean;
  /** How long it may be away and go on by itself with what it played; without it as long as a plug takes to be in again. */
  readonly returnsWithin?: Milliseconds;
  /** What its levels are remembered under, where that is not the id. */
  readonly key?: string;
  /** What the sound card behind it is called, where there is one and the name does not say so already. */
  readonly card?: string;
  readonly limits?: PcmLimits;
}

/** Another machine on the network that plays. */
export interface NetworkPlayer {
  /** Name of the program or of the protocol that plays there, for a person. */
  readonly app: string;
  /** What is sent there: decoded sound, as to a card, or tracks, which the machine fetches and decodes by itself. */
  readonly takes: 'sound' | 'tracks';
  readonly host: string;
  readonly ip: string;
  /** TCP port, to which the sound is sent or where the machine is controlled. */
  readonly port: number;
  /** Where the machine is controlled, if that is an address. */
  readonly controlUrl?: string;
}

/** What a PCM takes, as far as it is known without opening it: each list is in ascending order. */
export interface PcmLimits {
  /** ALSA's names, such as `S24_3LE`. */
  readonly formats: readonly string[];
  /** Frames a second. */
  readonly rates: readonly number[];
  readonly channels: readonly number[];
}

/** Where outputs come from. Thread: main; nothing blocks. */
export interface OutputSource {
  /** What is there now; an output that is away may be listed as such. */
  list(): readonly OutputDevice[];
  /** `changed` is called after each change of the list; returns what ends that. */
  subscribe(changed: () => void): () => void;
  /**
   * Makes an output ready before it is opened: a speaker is connected first.
   * @throws a TonearmError when it cannot be had
   */
  prepare?(id: string): Promise<void>;
  /** Looks again at what may be another without a sign; cheap. Never rejects. */
  refresh?(): Promise<void>;
}

/** By the beginnings of ids. */
const SERVICES = [
  ['bluetooth-', 'bluetooth'],
  ['snapcast', 'snapcast'],
  ['uuid:', 'upnp'],
] as const;

/** An output of which nothing is known but what was remembered of it. */
export function unseenOutput({ id, name }: { readonly id: string; readonly name: string }): OutputDevice {
  const service = SERVICES.find(([beginning]) => id.startsWith(beginning))?.[1] ?? 'alsa';
  return { id, name: name || id, service, pcm: '', mixer: undefined, isPresent: false };
}

/** What the volume room needs to know of an output. */
export function describe(output: OutputDevice): OutputDescription {
  const { id, key = id, name, mixer, ctl, pcm, isPresent, network } = output;
  // A PCM that names no card may have a control of its own name; an output that is away and unknown may have any.
  const guess = { card: ctl ?? pcm, control: '' };
  const isRemote = network?.takes === 'tracks';
  const isUnknown = (!isPresent && pcm === '') || isRemote;
  const isGuess = isUnknown || (mixer === 'card' && ctl === undefined);
  return {
    id,
    key,
    name,
    mixer: isUnknown || mixer === 'card' ? guess : mixer,
    isMixerCertain: !isGuess,
    isPresent,
    ...(isRemote ? { isRemote } : {}),
  };
}
