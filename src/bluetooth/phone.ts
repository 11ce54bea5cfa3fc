/** A device that plays into this machine, such as a phone: what it plays, and its buttons (AVRCP). */
import { type Milliseconds, milliseconds } from '../units.js';
import { addressIn } from './address.js';
import type { BusProperties } from './bus-objects.js';
import { type Device, integer, type Received, text } from './readings.js';

/** What a phone may say of itself at the most. */
const MOST_CHARACTERS = 1000;
/** A day, in milliseconds: what a phone says beyond that makes no sense, such as 2^32 - 1 for what it does not know. */
const LONGEST = 86_400_000;

const PREFIX = 'bluetooth:';

export interface Phone {
  /** What it is called as a source of sound: `bluetooth:` and its address. */
  readonly location: string;
  readonly name: string;
  /** ALSA's name of the PCM that is read to hear it. */
  readonly pcm: string;
  /** Frames a second. */
  readonly sampleRate: number;
  /** Such as `SBC`; `Bluetooth` while it is not known. */
  readonly format: string;
  readonly isSounding: boolean;
  /** `""` and 0 for what it does not say. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly length: Milliseconds;
  readonly elapsed: Milliseconds;
}

/** The address of the device at a location; undefined for what is none. */
export function addressOf(location: string): string | undefined {
  return location.startsWith(PREFIX) ? addressIn(location.slice(PREFIX.length)) : undefined;
}

/** What a phone says that it does; undefined where it does not say. */
export type PhoneStatus = 'playing' | 'resting' | undefined;

/** @param player as BlueZ tells of `org.bluez.MediaPlayer1` */
export function statusIn(player: BusProperties | undefined): PhoneStatus {
  const status: unknown = player?.['Status'];
  if (status === 'playing' || status === 'forward-seek' || status === 'reverse-seek') return 'playing';
  return status === 'paused' || status === 'stopped' ? 'resting' : undefined;
}

/**
 * @param player as BlueZ tells of `org.bluez.MediaPlayer1`
 * @param since milliseconds since it told the place
 */
export function phoneOf(
  { address, name }: Device,
  { sampleRate, codec, isRunning }: Received,
  player: BusProperties | undefined,
  since: number,
): Phone {
  const track = dictionary(player?.['Track']);
  const length = integer(track['Duration'], 0, LONGEST) ?? 0;
  const position = integer(player?.['Position'], 0, LONGEST) ?? 0;
  const moved = statusIn(player) === 'playing' ? Math.round(since) : 0;
  return {
    location: PREFIX + address,
    name,
    pcm: `bluealsa:DEV=${address},PROFILE=a2dp`,
    sampleRate,
    format: codec ?? 'Bluetooth',
    isSounding: isRunning,
    title: words(track['Title']),
    artist: words(track['Artist']),
    album: words(track['Album']),
    genre: words(track['Genre']),
    length: milliseconds(length),
    elapsed: milliseconds(length > 0 ? Math.min(position + moved, length) : position + moved),
  };
}

function words(value: unknown): string {
  return (text(value) ?? '').slice(0, MOST_CHARACTERS);
}

function dictionary(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
}
