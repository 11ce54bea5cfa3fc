/** The icon of an output, by its kind. */
import type { Device } from '../../state/outputs.js';
import type { IconName } from '../icon.js';

const ICONS: Readonly<Record<string, IconName>> = {
  bluetooth: 'bluetooth',
  builtin: 'box',
  snapcast: 'rooms',
  upnp: 'cast',
};

export const iconOf = (device: Device | undefined): IconName => ICONS[device?.service ?? ''] ?? 'speaker';
