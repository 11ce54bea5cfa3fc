/**
 * RenderingControl:1: the volume of the output that is played to, in percent of the slider of the page, within the limit.
 * Mute is the lowest volume, and comes back to the one before. Source: RenderingControl:1 service template.
 */
import type { VolumeControl } from '../../volume/volume.js';
import type { Service, ServiceTable } from './service.js';

const INSTANCE = ['InstanceID', 'A_ARG_TYPE_InstanceID'] as const;
const CHANNEL = ['Channel', 'A_ARG_TYPE_Channel'] as const;
const PRESET = 'FactoryDefaults';

const RENDERING_CONTROL: ServiceTable = {
  name: 'RenderingControl',
  badInstance: 702,
  variables: {
    PresetNameList: { type: 'string' },
    Mute: { type: 'boolean' },
    Volume: { type: 'ui2', range: [0, 100] },
    LastChange: { type: 'string', isEvented: true },
    A_ARG_TYPE_Channel: { type: 'string', allowed: ['Master'] },
    A_ARG_TYPE_InstanceID: { type: 'ui4' },
    A_ARG_TYPE_PresetName: { type: 'string', allowed: [PRESET], refusal: 701 },
  },
  actions: {
    ListPresets: { in: [INSTANCE], out: [['CurrentPresetNameList', 'PresetNameList']] },
    SelectPreset: { in: [INSTANCE, ['PresetName', 'A_ARG_TYPE_PresetName']] },
    GetMute: { in: [INSTANCE, CHANNEL], out: [['CurrentMute', 'Mute']] },
    SetMute: { in: [INSTANCE, CHANNEL, ['DesiredMute', 'Mute']] },
    GetVolume: { in: [INSTANCE, CHANNEL], out: [['CurrentVolume', 'Volume']] },
    SetVolume: { in: [INSTANCE, CHANNEL, ['DesiredVolume', 'Volume']] },
  },
};

/** Percent of the slider, and whether it is the lowest. */
class MutableVolume {
  /** Percent before it was muted. */
  #before: number | undefined;

  constructor(private readonly volume: Pick<VolumeControl, 'read' | 'setPercent'>) {}

  /** @throws Unavailable when the mixer does not answer */
  read(): { readonly percent: number; readonly isMuted: boolean } {
    const { volume, min, percent = 0 } = this.volume.read();
    const isMuted = this.#before !== undefined && volume === min;
    return { percent: Math.round(isMuted ? (this.#before ?? 0) : percent), isMuted };
  }

  async set(percent: number): Promise<void> {
    this.#before = undefined;
    await this.volume.setPercent(percent);
  }

  async mute(isMuted: boolean): Promise<void> {
    const now = this.read();
    if (isMuted === now.isMuted) return;
    if (!isMuted) return this.set(now.percent);
    await this.volume.setPercent(0);
    this.#before = now.percent;
  }
}

export function renderingControl(volume: Pick<VolumeControl, 'read' | 'setPercent'>): Service {
  const mutable = new MutableVolume(volume);
  const state = () => {
    const { percent, isMuted } = mutable.read();
    return { PresetNameList: PRESET, Mute: isMuted ? '1' : '0', Volume: String(percent) };
  };
  return {
    table: RENDERING_CONTROL,
    lastChange: 'urn:schemas-upnp-org:metadata-1-0/RCS/',
    state,
    actions: {
      ListPresets: () => ({ CurrentPresetNameList: PRESET }),
      // A preset that sets the volume would be a surprise.
      SelectPreset: () => undefined,
      GetMute: () => ({ CurrentMute: state().Mute }),
      GetVolume: () => ({ CurrentVolume: state().Volume }),
      async SetMute({ DesiredMute }) {
        await mutable.mute(DesiredMute === '1');
        return undefined;
      },
      async SetVolume({ DesiredVolume }) {
        await mutable.set(Number(DesiredVolume));
        return undefined;
      },
    },
  };
}
