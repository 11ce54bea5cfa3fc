/** What single mode compares of a track: which album, artist or genre it belongs to. */
import type { Library } from './library.js';
import type { TrackTags } from './tags.js';

/** `""` when unknown. */
export interface TrackTraits {
  readonly album: string;
  readonly albumArtist: string;
  readonly artist: string;
  readonly composer: string;
  readonly work: string;
  readonly genre: string;
}

/** Milliseconds to wait for the tag: a small machine takes a while to start the reader. */
const PATIENCE = 10_000;

/** The fields that the sheet of a part decides, as the library names them. */
const FROM_SHEET = {
  album: 'album',
  albumArtist: 'albumArtist',
  artist: 'artist',
  composer: 'composer',
  genre: 'genre',
} as const;

/**
 * Reads them from the tag of the file. What the sheet of a part of a file says is known by the library only. Never
 * rejects.
 */
export async function readTraits(location: string, tags: TrackTags, library: Library): Promise<TrackTraits> {
  const part = await library.partOf(location);
  const tag = await tags.readUrgently(part?.path ?? location, PATIENCE);
  const { album, albumArtist, artist, composer, work, genre } = tag;
  const traits = { album, albumArtist, artist, composer, work, genre };
  const known = part && (await library.entries([location], FROM_SHEET)).get(location);
  return known === undefined ? traits : { ...traits, ...(JSON.parse(known) as Partial<TrackTraits>) };
}
