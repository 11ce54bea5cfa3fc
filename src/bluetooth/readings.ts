/** Properties of BlueZ and bluez-alsa as typed values. A property of an unexpected type counts as absent. */
import { addressIn } from './address.js';
import { AUDIO_SINK } from './bus-names.js';
import type { BusProperties } from './bus-objects.js';

/** A Bluetooth radio of this machine. */
export interface Adapter {
  readonly path: string;
  readonly address: string;
  /** The name that other devices see. */
  readonly name: string;
  readonly isPowered: boolean;
  /** Whether an rfkill switch holds the radio off. */
  readonly isBlocked: boolean;
}

/** A device that BlueZ knows: a paired one, or one in range. */
export interface Device {
  readonly path: string;
  readonly address: string;
  /** Name of the device; the address while no name is known. */
  readonly name: string;
  readonly isPaired: boolean;
  readonly isTrusted: boolean;
  readonly isConnected: boolean;
  /** True when BlueZ has resolved the services of the device. */
  readonly isResolved: boolean;
  /** True when the device is an A2DP sink. */
  readonly isSpeaker: boolean;
  /** Signal strength at the last inquiry in dBm; undefined when the device was not seen by it. */
  readonly rssi: number | undefined;
  /** freedesktop.org icon name, such as `audio-headphones`. */
  readonly icon: string | undefined;
  /** Percent. */
  readonly battery: number | undefined;
}

/** The playback PCM of a speaker. */
export interface SpeakerPcm {
  readonly path: string;
  /** Path of the device at BlueZ. */
  readonly device: string;
  /** Such as `SBC` or `AAC`. */
  readonly codec: string | undefined;
  /** Whether bluez-alsa scales the samples itself. */
  readonly isSoftVolume: boolean;
  readonly isRunning: boolean;
}

/** The capture PCM of a device that plays into this machine. */
export interface Received {
  /** Path of the device at BlueZ. */
  readonly device: string;
  /** Frames a second. */
  readonly sampleRate: number;
  /** Such as `SBC` or `AAC`. */
  readonly codec: string | undefined;
  readonly isRunning: boolean;
}

export function adapterIn(path: string, properties: BusProperties): Adapter | undefined {
  const address = addressIn(properties['Address']);
  if (address === undefined) return undefined;
  return {
    path,
    address,
    name: text(properties['Alias']) ?? text(properties['Name']) ?? address,
    isPowered: properties['Powered'] === true,
    isBlocked: properties['PowerState'] === 'off-blocked',
  };
}

export function deviceIn(
  path: string,
  properties: BusProperties,
  battery: BusProperties | undefined,
): Device | undefined {
  const address = addressIn(properties['Address']);
  if (address === undefined) return undefined;
  const uuids: unknown = properties['UUIDs'];
  return {
    path,
    address,
    name: nameIn(properties) ?? address,
    isPaired: properties['Paired'] === true,
    isTrusted: properties['Trusted'] === true,
    isConnected: properties['Connected'] === true,
    isResolved: properties['ServicesResolved'] === true,
    isSpeaker: Array.isArray(uuids) && uuids.some((uuid) => text(uuid)?.toLowerCase() === AUDIO_SINK),
    rssi: integer(properties['RSSI'], -32_768, 32_767),
    icon: text(properties['Icon']),
    battery: integer(battery?.['Percentage'], 0, 100),
  };
}

/** Undefined for a PCM that is no playback PCM, such as that of a microphone. */
export function pcmIn(path: string, properties: BusProperties): SpeakerPcm | undefined {
  const { Device: device, Transport: transport, Mode: mode } = properties;
  if (typeof device !== 'string' || transport !== 'A2DP-source' || mode !== 'sink') return undefined;
  return {
    path,
    device,
    codec: text(properties['Codec']),
    isSoftVolume: properties['SoftVolume'] === true,
    isRunning: properties['Running'] === true,
  };
}

/** Undefined for a PCM that does not capture music, such as that of a speaker or of a headset's microphone. */
export function receivedIn(properties: BusProperties): Received | undefined {
  const { Device: device, Transport: transport, Mode: mode } = properties;
  if (typeof device !== 'string' || transport !== 'A2DP-sink' || mode !== 'source') return undefined;
  // Named differently before bluez-alsa 4.2.
  const sampleRate = integer(properties['Rate'] ?? properties['Sampling'], 8000, 192_000);
  if (sampleRate === undefined) return undefined;
  return { device, sampleRate, codec: text(properties['Codec']), isRunning: properties['Running'] === true };
}

/** The alias, unless BlueZ has derived it from the address, which it does while no name is known. */
function nameIn({ Alias: alias, Name: name, Address: address }: BusProperties): string | undefined {
  const given = text(alias);
  const isMadeUp = given !== undefined && addressIn(given) === addressIn(address);
  return isMadeUp ? text(name) : (given ?? text(name));
}

/** A text without control characters; undefined when nothing is left. */
export function text(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const trimmed = value.replace(/\p{Cc}+/gu, ' ').trim();
  return trimmed === '' ? undefined : trimmed;
}

export function integer(value: unknown, low: number, high: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high ? value : undefined;
}
