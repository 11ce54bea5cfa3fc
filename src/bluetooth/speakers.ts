/**
 * Paired speakers as outputs. One that is away stays listed: choosing it connects it first. What plays there is a PCM of
 * bluez-alsa; its volume is the control `A2DP` of a mixer that holds only this speaker. Thread: main. Source:
 * bluealsa-plugins(7).
 */
import type { OutputDevice, OutputSource } from '../devices/output-device.js';
import { Listeners } from '../listeners.js';
import { milliseconds } from '../units.js';
import { addressIn } from './address.js';
import type { Device } from './readings.js';
import { unknownDevice } from './refusals.js';

const PREFIX = 'bluetooth-';
/** One that is switched off and on again has to start and to be called before it can be played on. */
export const RETURNS_WITHIN = milliseconds(60_000);

export interface BluetoothSpeakersDeps {
  readonly devices: () => readonly Device[];
  /** Whether it can be played on now. */
  readonly isReady: (device: Device) => boolean;
  readonly connect: (address: string) => Promise<void>;
}

export class BluetoothSpeakers implements OutputSource {
  readonly #deps: BluetoothSpeakersDeps;
  readonly #listeners = new Listeners();
  #reported = '[]';

  constructor(deps: BluetoothSpeakersDeps) {
    this.#deps = deps;
  }

  /** By their addresses. */
  list(): readonly OutputDevice[] {
    const { devices, isReady } = this.#deps;
    return devices()
      .filter(({ isPaired, isSpeaker }) => isPaired && isSpeaker)
      .map((device) => outputOf(device, isReady(device)));
  }

  subscribe(changed: () => void): () => void {
    return this.#listeners.add(changed);
  }

  /** Connects it, unless it is. @throws TonearmError, such as NotFound for an id that is none of ours */
  async prepare(id: string): Promise<void> {
    const address = id.startsWith(PREFIX) ? addressIn(id.slice(PREFIX.length)) : undefined;
    if (address === undefined) throw unknownDevice(id);
    await this.#deps.connect(address);
  }

  /** Something may be another: tells so when the list is. */
  look(): void {
    const now = JSON.stringify(this.list());
    if (now === this.#reported) return;
    this.#reported = now;
    this.#listeners.call();
  }
}

/**
 * DYN=no (bluez-alsa 4.1 and later): a mixer that adds controls as it goes gets those of a second speaker too, under the
 * names that it has, which ends the process in alsa-lib (hcontrol.c, an assertion of snd_hctl_elem_add).
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
