/** Numbers of outputs: each keeps the one that it was given first, as long as the daemon runs. */
import type { OutputDevice } from '../devices/output-device.js';
import { ACK, Ack } from './ack.js';

/** Speakers come and go; so many different ones get a number. */
const MOST = 1000;

export class OutputIds {
  readonly #ids: string[] = [];

  constructor(private readonly outputs: { list(): readonly OutputDevice[] }) {}

  /** Outputs that can be chosen now, with their numbers. */
  all(): { readonly id: number; readonly device: OutputDevice }[] {
    return this.outputs.list().flatMap((device) => {
      const known = this.#ids.indexOf(device.id);
      if (known < 0 && this.#ids.length >= MOST) return [];
      return [{ id: known < 0 ? this.#ids.push(device.id) - 1 : known, device }];
    });
  }

  /** @throws Ack */
  get(id: number): OutputDevice {
    const found = this.all().find((each) => each.id === id);
    if (found === undefined) throw new Ack(ACK.noExist, 'No such audio output');
    return found.device;
  }
}
