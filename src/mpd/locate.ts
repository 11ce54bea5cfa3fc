/** What a client names by a URI: a song of the library, a folder, or a stream. */
import type { StreamAddresses } from '../net/stream-address.js';
import { ACK, Ack, badArgument, noSuchDirectory } from './ack.js';
import type { Song } from './song.js';
import type { SongSource } from './song-source.js';
import type { TreeFolder } from './tree.js';
import { hasScheme } from './uris.js';

export type Located =
  | { readonly kind: 'song'; readonly song: Song }
  | { readonly kind: 'folder'; readonly folder: TreeFolder }
  | { readonly kind: 'stream'; readonly url: string };

export interface LocateDeps {
  readonly songs: SongSource;
  readonly streams: Pick<StreamAddresses, 'examine'>;
}

/** @throws Ack for what is none of them, InvalidInput for an address that streams may not come from */
export async function locate(uri: string, { songs, streams }: LocateDeps): Promise<Located> {
  if (/^https?:\/\//i.test(uri)) {
    const url = streams.examine(uri);
    if (typeof url !== 'string') throw url;
    return { kind: 'stream', url };
  }
  if (hasScheme(uri) && !/^file:\/\//i.test(uri)) throw badArgument('Unsupported URI scheme');
  // Some clients name the top of the library so, and MPD takes it.
  const relative = uri === '/' ? '' : uri;
  const location = songs.uris.locationOf(relative);
  if (location === undefined && /^(?:file:\/\/)?\//i.test(relative)) {
    throw new Ack(ACK.permission, 'Access to local files via TCP is not allowed');
  }
  const song = location === undefined ? undefined : await songs.find(location);
  if (song !== undefined) return { kind: 'song', song };
  const folder = await songs.folder(location === undefined ? relative : (songs.uris.of(location) ?? relative));
  if (folder === undefined) throw noSuchDirectory();
  return { kind: 'folder', folder };
}

/** As `locate`, but a song or a stream. @throws Ack */
export async function locateSong(uri: string, deps: LocateDeps): Promise<Exclude<Located, { kind: 'folder' }>> {
  const located = await locate(uri, deps).catch((error: unknown) => {
    throw error instanceof Ack && error.code === ACK.noExist ? new Ack(ACK.noExist, 'No such song') : error;
  });
  if (located.kind === 'folder') throw new Ack(ACK.noExist, 'No such song');
  return located;
}

/**
 * Locations that a stream, a song or a folder adds to the queue; of a folder all songs in it and below.
 * @throws Ack when there are more than `most`
 */
export async function locationsOf(located: Located, songs: SongSource, most: number): Promise<string[]> {
  if (located.kind === 'stream') return [located.url];
  if (located.kind === 'song') return [located.song.location];
  const locations: string[] = [];
  for await (const some of songs.below(located.folder)) {
    for (const { location } of some) locations.push(location);
    if (locations.length > most) throw tooLarge();
  }
  return locations;
}

export const tooLarge = (): Ack => new Ack(ACK.playlistMax, 'Playlist is too large');
