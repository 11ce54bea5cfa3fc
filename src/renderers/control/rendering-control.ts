/** The volume of a renderer. Source: RenderingControl:1 service template. Thread: main. */
import { childText, readXml } from '../../xml.js';
import type { Service } from './service.js';

const CHANNEL = { InstanceID: 0, Channel: 'Master' };
/** Where a renderer does not say what its loudest step is, and the most that is believed. */
const MAXIMUM = { unsaid: 100, most: 10_000 };

export interface Loudness {
  readonly steps: number;
  readonly isMuted: boolean;
}

export class RenderingControl {
  constructor(private readonly service: Service) {}

  /** @throws DeviceRefusal, BadAnswer, RemoteFailure */
  async read(): Promise<Loudness> {
    const volume = await this.service.call('GetVolume', CHANNEL);
    // Not every renderer can be muted.
    const mute = await this.service.call('GetMute', CHANNEL).catch(() => undefined);
    const steps = Number(volume.get('CurrentVolume') ?? NaN);
    const isMuted = /^(?:1|true|yes)$/i.test(mute?.get('CurrentMute') ?? '');
    return { steps: Number.isFinite(steps) ? Math.max(Math.round(steps), 0) : 0, isMuted };
  }

  async setVolume(steps: number): Promise<void> {
    await this.service.call('SetVolume', { ...CHANNEL, DesiredVolume: steps });
  }

  async setMute(isMuted: boolean): Promise<void> {
    await this.service.call('SetMute', { ...CHANNEL, DesiredMute: isMuted ? 1 : 0 });
  }
}

/** The loudest step, by the description of the service. Never throws. */
export function readMaximum(description: string): number {
  const found = readXml(description)
    ?.children.find(({ name }) => name === 'serviceStateTable')
    ?.children.find((variable) => childText(variable, 'name') === 'Volume');
  const range = found?.children.find(({ name }) => name === 'allowedValueRange');
  const maximum = Number(range === undefined ? NaN : childText(range, 'maximum'));
  return Number.isInteger(maximum) && maximum > 0 ? Math.min(maximum, MAXIMUM.most) : MAXIMUM.unsaid;
}
