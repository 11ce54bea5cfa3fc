/** An output on the wire. */
import type { OutputState } from '../../devices/outputs.js';
import { VOLUME_MODES } from '../../devices/output-device.js';
import {
  boolean,
  choice,
  count,
  INT32_MAX,
  INT32_MIN,
  int32,
  listOf,
  named,
  percent,
  text,
  textOrNull,
} from '../schema.js';

function stepOrNull<const Text extends string>(description: Text) {
  return { type: ['integer', 'null'], format: 'int32', minimum: INT32_MIN, maximum: INT32_MAX, description } as const;
}

const LimitsSchema = {
  type: ['object', 'null'],
  description: 'What the hardware takes; null while that is not known. An addition of Tonearm.',
  required: ['formats', 'rates', 'channels'],
  properties: {
    formats: listOf({ type: 'string' }, 'Sample formats by the names of ALSA.'),
    rates: listOf(count('Hz.'), 'Sample rates.'),
    channels: listOf(count('Channels.'), 'Numbers of channels.'),
  },
} as const;

export const DeviceSchema = named('Device').record('An output.', {
  id: text('Id of the output: the same after a restart, and when it is plugged in again.'),
  name: text('For people.'),
  app: text('Program that plays there.'),
  service: text('Kind of output: `builtin`, `alsa`, `bluetooth`, `snapcast` or `upnp`.'),
  host: text('Host name.'),
  ip: text('Address.'),
  port: count('TCP port, 0 for none.'),
  base_url: textOrNull('Where a network player is controlled.'),
  is_cast_device: boolean('Whether it is a network player.'),
  is_connected: boolean('Whether a connection to it is open.'),
  is_current_device: boolean('Whether it is the one that plays.'),
  is_source_device: boolean('Always false.'),
  is_present: boolean('Whether it is plugged in or switched on, as far as is known. An addition of Tonearm.'),
  card: textOrNull('The sound card behind it, where its name does not say that. An addition of Tonearm.'),
  volume_mode: {
    type: ['string', 'null'],
    enum: [...VOLUME_MODES, null],
    description:
      'By what its volume is made: its own control, the samples, or nothing (`fixed`). Null while that is not known. An ' +
      'addition of Tonearm.',
  },
  mixer_control: textOrNull(
    'Name of its own volume control; null where it has none, or none is known. An addition of Tonearm.',
  ),
  volume: stepOrNull(
    'Where its volume stands, or will when it plays; null for an output that was never used, which begins quietly. In its ' +
      'own steps, as the next three are. An addition of Tonearm.',
  ),
  volume_percent: {
    type: ['number', 'null'],
    minimum: 0,
    maximum: 100,
    description:
      'The place of `volume` on a slider that is even to the ear, as `percent` of `VolumeInfo`; null while it is not known. ' +
      'An addition of Tonearm.',
  },
  volume_min: stepOrNull('The lowest; null while it is away and its steps are not known. An addition of Tonearm.'),
  volume_max: stepOrNull('The highest; as the lowest. An addition of Tonearm.'),
  volume_limit: stepOrNull('The loudest that is allowed: the highest where no limit is set. An addition of Tonearm.'),
  stands_in_for: textOrNull(
    'Id of the output that was chosen and is away, while this one plays in its place (`output_fallback`). An addition of ' +
      'Tonearm.',
  ),
  limits: LimitsSchema,
});

export const NewVolumeModeSchema = named('NewVolumeMode').object('By what the volume of an output is made.', ['mode'], {
  mode: choice(
    VOLUME_MODES,
    '`hardware`: by its own control. `software`: by the samples. `fixed`: not at all, as loud as it can be.',
  ),
  confirmed: boolean('Somebody knows that `fixed` is as loud as the output can be. Without it that is refused.'),
});

export const NewOutputVolumeSchema = named('NewOutputVolume').schema({
  type: 'object',
  description: 'Either of the two.',
  properties: {
    volume: int32("In the output's own steps, from `volume_min` to `volume_max`; the limit where it is above that."),
    percent: percent('The place to go to on a slider that is even to the ear: to the step that is nearest.'),
  },
});

export const NewVolumeLimitSchema = named('NewVolumeLimit').record('The loudest that is allowed on an output.', {
  volume_limit: stepOrNull("In the output's own steps; null for its highest."),
});

export function toDevice({ device, isCurrent, volume, fallbackFor }: OutputState) {
  const { id, name, service, isPresent, card, limits, network } = device;
  return {
    id,
    name,
    app: network?.app ?? service,
    service,
    host: network?.host ?? 'localhost',
    ip: network?.ip ?? '127.0.0.1',
    port: network?.port ?? 0,
    base_url: network?.controlUrl ?? null,
    is_cast_device: network !== undefined,
    is_connected: service === 'bluetooth' ? isPresent : network !== undefined && isCurrent,
    is_current_device: isCurrent,
    is_source_device: false,
    is_present: isPresent,
    card: card ?? null,
    volume_mode: volume.mode ?? null,
    mixer_control: volume.control ?? null,
    volume: volume.volume ?? null,
    volume_percent: volume.percent ?? null,
    volume_min: volume.min ?? null,
    volume_max: volume.max ?? null,
    volume_limit: volume.limit ?? null,
    stands_in_for: fallbackFor ?? null,
    limits: limits ?? null,
  };
}
