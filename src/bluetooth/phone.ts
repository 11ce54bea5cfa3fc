/** A device that plays into this machine, such as a phone: what it plays, and its buttons (AVRCP). */
import { type Milliseconds, milliseconds } from '../units.js';
import { addressIn } from './address.js';
import type { BusProperties } from './bus-objects.js';
import { type Device, integer, type Received, text } from './readings.js';

/** Longest text that is taken from a phone. */
const MOST_CHARACTERS = 1000;
/** One day in milliseconds. Longer durations are not believed, such as 2^32 - 1 for an unknown one. */
const LONGEST = 86_400_000;

const PREFIX = 'bluetooth:';

export interface Phone {
  /** Location of the external source: `bluetooth:` and the address. */
  readonly location: string;
  readonly name: string;
  /** ALSA's name of the capture PCM. */
  readonly pcm: string;
  /** Frames a second. */
  readonly sampleRate: number;
  /** Such as `SBC`; `Bluetooth` while it is not known. */
  readonly format: string;
  readonly isSounding: boolean;
  /** Texts are `""` and times 0 where the phone does not report them. */
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly length: Milliseconds;
  readonly elapsed: Milliseconds;
}

/** The address in a location; undefined when the location is no Bluetooth device. */
export function addressOf(location: string): string | undefined {
  return location.startsWith(PREFIX) ? addressIn(location.slice(PREFIX.length)) : undefined;
}

/** What a phone reports by AVRCP; undefined when it does not report it. */
export type PhoneStatus = 'playing' | 'resting' | undefined;

/** @param player properties of `org.bluez.MediaPlayer1` */
export function statusIn(player: BusProperties | undefined): PhoneStatus {
  const status: unknown = player?.['Status'];
  if (status === 'playing' || status === 'forward-seek' || status === 'reverse-seek') return 'playing';
  return status === 'paused' || status === 'stopped' ? 'resting' : undefined;
}

/**
 * @param player properties of `org.bluez.MediaPlayer1`
 * @param since milliseconds since the phone reported its position
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
