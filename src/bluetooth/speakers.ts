/**
 * Paired speakers as outputs. A speaker that is away stays listed, and is connected when it is chosen. The output is a
 * PCM of bluez-alsa; the volume is the control `A2DP` of a mixer with only this speaker. Thread: main. Source:
 * bluealsa-plugins(7).
 */
import type { OutputDevice, OutputSource } from '../devices/output-device.js';
import { Listeners } from '../listeners.js';
import { milliseconds } from '../units.js';
import { addressIn } from './address.js';
import type { Device } from './readings.js';
import { unknownDevice } from './refusals.js';

const PREFIX = 'bluetooth-';
/** A speaker that is switched off and on has to start and to be connected before it can play. */
export const RETURNS_WITHIN = milliseconds(60_000);

export interface BluetoothSpeakersDeps {
  readonly devices: () => readonly Device[];
  /** Whether the speaker can play now. */
  readonly isReady: (device: Device) => boolean;
  readonly connect: (address: string) => Promise<void>;
}

export class BluetoothSpeakers implements OutputSource {
  readonly #listeners = new Listeners();
  #reported = '[]';

  constructor(private readonly deps: BluetoothSpeakersDeps) {}

  /** All speakers, in the order of their addresses. */
  list(): readonly OutputDevice[] {
    const { devices, isReady } = this.deps;
    return devices()
      .filter(({ isPaired, isSpeaker }) => isPaired && isSpeaker)
      .map((device) => outputOf(device, isReady(device)));
  }

  subscribe(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Connects a speaker, unless it is connected. @throws TonearmError, such as NotFound for an id of no speaker */
  async prepare(id: string): Promise<void> {
    const address = id.startsWith(PREFIX) ? addressIn(id.slice(PREFIX.length)) : undefined;
    if (address === undefined) throw unknownDevice(id);
    await this.deps.connect(address);
  }

  /** Compares the list with the last one, and calls the listeners when it differs. */
  look(): void {
    const now = JSON.stringify(this.list());
    if (now === this.#reported) return;
    this.#reported = now;
    this.#listeners.call();
  }
}

/**
 * DYN=no (bluez-alsa 4.1 and later): a mixer that adds controls while it is open would also get those of a second
 * speaker under the same names, which ends the process in alsa-lib (hcontrol.c, an assertion of snd_hctl_elem_add).
 */
function outputOf({ address, name }: Device, isPresent: boolean): OutputDevice {
  const ctl = `bluealsa:DEV=${address}`;
  return {
    id: PREFIX + address.replaceAll(':', '-'),
    name,
    service: 'bluetooth',
    pcm: `bluealsa:DEV=${address},PROFILE=a2dp`,
    mixer: { card: `${ctl},DYN=no`, otherwise: ctl, control: 'A2DP' },
    isPresent,
    returnsWithin: RETURNS_WITHIN,
  };
}
