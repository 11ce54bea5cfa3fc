/**
 * What a list knows of an album, an artist or a playlist that is opened from it: its screen shows that until its own answer
 * has come. Needs no document.
 */
import { Lru } from '../../../lru.js';
import type { Schemas } from './box.js';

interface Previews {
  readonly album: Pick<Schemas['Album'], 'id' | 'title' | 'artist' | 'artist_id' | 'album_art'> & {
    readonly year?: number;
  };
  readonly artist: Pick<Schemas['Artist'], 'id' | 'name' | 'image'> & { readonly genres?: string };
  readonly playlist: Readonly<{ id: string; name: string; track_count: number }>;
}

type Kind = keyof Previews;

const KEPT = 50;

const previews = new Lru<string, Previews[Kind]>(KEPT);

/** Called when it is opened. */
export function preview<Of extends Kind>(kind: Of, known: Previews[Of]): void {
  previews.set(`${kind} ${known.id}`, known);
}

export function previewOf<Of extends Kind>(kind: Of, id: string): Previews[Of] | undefined {
  return previews.get(`${kind} ${id}`) as Previews[Of] | undefined;
}

/** Names in entries of the queue, in tracks of the library and in both. */
export type TrackNames = Partial<
  Readonly<Record<'albumartist' | 'album_artist' | 'album' | 'artist' | 'album_art', string | null>>
>;

/** Called when the album of a track is opened. */
export function previewAlbum(id: string, track: TrackNames): void {
  const { album: title, album_art: art } = track;
  const artist = track.albumartist || track.album_artist || track.artist;
  if (title) preview('album', { id, title, artist: artist ?? '', artist_id: '', album_art: art ?? '' });
}

/** Called when the artist of a track is opened. */
export function previewArtist(id: string, { artist }: TrackNames): void {
  if (artist) preview('artist', { id, name: artist });
}
