/**
 * Metadata of the current track. Source: MPRIS 2.2, "Metadata"; freedesktop.org "MPRIS metadata guidelines" for the
 * fields and their types.
 */
import { pathToFileURL } from 'node:url';
import { type BusVariant, variant } from '../dbus/values.js';

/** The current track. Unknown texts are `""`, unknown numbers 0. */
export interface DescribedTrack {
  /** Id in the library; null for a track that is not in it. */
  readonly id: string | null;
  /** Absolute path, or the URL of a stream. */
  readonly location: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly albumArtist: string;
  readonly composer: string;
  /** Separated by a comma and a space. */
  readonly genre: string;
  readonly trackNumber: number;
  readonly discNumber: number;
  /** YYYY-MM-DD, or only its known beginning. */
  readonly yearString: string;
  /** Milliseconds; 0 when unknown. */
  readonly length: number;
  /** Name of the cover image. */
  readonly cover: string | null;
}

export type Metadata = Readonly<Record<string, BusVariant>>;

export const NO_TRACK = '/org/mpris/MediaPlayer2/TrackList/NoTrack';

const HIGHEST = 2 ** 31 - 1;
/** A date in ISO 8601. */
const DATE = /^\d{4}(?:-\d\d(?:-\d\d)?)?$/;

/** Object path of a track. @param key of the queue entry: a file that is queued twice is two tracks */
export function trackId(key: number): string {
  return `/org/tonearm/queue/${key}`;
}

/** @param id as `trackId` or `NO_TRACK`; @param coverOf address of a cover by its name */
export function metadataOf(id: string, track: DescribedTrack | undefined, coverOf: (name: string) => string): Metadata {
  const fields: [string, BusVariant | undefined][] = [['mpris:trackid', variant('o', id)]];
  if (track !== undefined) {
    fields.push(
      ['mpris:length', track.length > 0 ? variant('x', microseconds(track.length)) : undefined],
      ['mpris:artUrl', track.cover ? variant('s', coverOf(track.cover)) : undefined],
      ['xesam:url', variant('s', addressOf(track.location))],
      ['xesam:title', text(track.title)],
      ['xesam:album', text(track.album)],
      ['xesam:artist', list([track.artist])],
      ['xesam:albumArtist', list([track.albumArtist])],
      ['xesam:composer', list([track.composer])],
      ['xesam:genre', list(track.genre.split(', '))],
      ['xesam:trackNumber', number(track.trackNumber)],
      ['xesam:discNumber', number(track.discNumber)],
      ['xesam:contentCreated', DATE.test(track.yearString) ? text(track.yearString) : undefined],
    );
  }
  return Object.fromEntries(fields.filter((field): field is [string, BusVariant] => field[1] !== undefined));
}

export function microseconds(milliseconds: number): bigint {
  return BigInt(Math.round(milliseconds * 1000));
}

function addressOf(location: string): string {
  return location.startsWith('/') ? pathToFileURL(location).href : clean(location);
}

/** Undefined for an unknown text, which is left out. */
function text(value: string): BusVariant | undefined {
  const shown = clean(value);
  return shown === '' ? undefined : variant('s', shown);
}

function list(values: readonly string[]): BusVariant | undefined {
  const shown = values.map(clean).filter((value) => value !== '');
  return shown.length === 0 ? undefined : variant('as', shown);
}

function number(value: number): BusVariant | undefined {
  return value > 0 ? variant('i', Math.min(Math.trunc(value), HIGHEST)) : undefined;
}

/** Removes NULs, which no text on the bus may hold. */
function clean(value: string): string {
  return value.replaceAll('\0', '');
}
