/** The menus of tracks, albums, artists, genres, folders and playlist files. */
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { carryOut } from '../state/choice.js';
import { albumTitle, artistName, say } from '../state/language.js';
import { addFolder, MOST } from '../state/commands.js';
import type { Music } from '../state/music.js';
import { namedBy, saveFile } from '../state/playlists.js';
import { previewAlbum, previewArtist, type TrackNames } from '../state/previews.js';
import { go } from '../state/route.js';
import type { Chosen } from '../state/selection.js';
import { openAddToPlaylist } from './add-to-playlist.js';
import { type Choice, waysToPlay } from './choice-sheet.js';
import { likeItem } from './like-button.js';
import { shuffleItem } from './play-buttons.js';
import { type MenuItem, openMenu } from './sheet.js';

/** Album and artist, as in tracks and queue entries. */
export type Whereabouts = TrackNames & Readonly<{ album_id?: string | null; artist_id?: string | null }>;

export function linksOf(track: Whereabouts): MenuItem[] {
  const { album_id: album, artist_id: artist } = track;
  const items: MenuItem[] = [];
  const goToAlbum = (id: string): void => {
    previewAlbum(id, track);
    go('library', 'albums', id);
  };
  const goToArtist = (id: string): void => {
    previewArtist(id, track);
    go('library', 'artists', id);
  };
  if (album) items.push({ icon: 'album', label: say('track.goAlbum'), act: () => goToAlbum(album) });
  if (artist) items.push({ icon: 'artist', label: say('track.goArtist'), act: () => goToArtist(artist) });
  return items;
}

/** Adds tracks to a playlist. @param name of the playlist where a new one is made */
export function addItem(name: string, ask: () => Promise<readonly Chosen[]>): MenuItem {
  const act = (): void => openAddToPlaylist({ name, ask: async () => namedBy(await ask()) });
  return { icon: 'playlistAdd', label: say('fill.title'), act };
}

/** @param more items of the list that shows the track */
export function openTrackMenu(track: Whereabouts & Chosen, more: readonly MenuItem[] = []): void {
  const { id, title, path } = track;
  const ways = waysToPlay((choice) => carryOut(choice, { title, locations: [path] }));
  const like = id ? [likeItem({ kind: 'track', id, title })] : [];
  openMenu(title, [...ways, addItem(title, () => Promise.resolve([track])), ...like, ...more, ...linksOf(track)]);
}

type Ask = () => Promise<readonly Schemas['Track'][]>;

/** A menu of several tracks, which are fetched when an item was chosen. @param of what the box can shuffle, if it can */
export function openManyMenu(title: string, of: Music | undefined, ask: Ask, more: readonly MenuItem[] = []): void {
  const act = async (choice: Choice): Promise<void> => {
    const tracks = await ask();
    carryOut(choice, { title, locations: tracks.map(({ path }) => path) });
  };
  const [now, ...later] = waysToPlay((choice) => void done(act(choice)));
  const shuffle = of === undefined ? [] : [shuffleItem(of)];
  openMenu(title, [...(now ? [now] : []), ...shuffle, ...later, addItem(title, ask), ...more]);
}

type Album = Pick<Schemas['Album'], 'id' | 'title' | 'artist' | 'artist_id'>;

export async function tracksOfAlbum(id: string): Promise<Schemas['Track'][]> {
  return bodyOf(box.GET('/albums/{id}/tracks', { params: { path: { id } } }));
}

export function openAlbumMenu({ id, title, artist, artist_id }: Album): void {
  const name = albumTitle(title);
  const like = likeItem({ kind: 'album', id, title: name });
  openManyMenu(name, { of: 'album', id }, () => tracksOfAlbum(id), [like, ...linksOf({ artist, artist_id })]);
}

const all = (id: string) => ({ params: { path: { id }, query: { offset: 0, limit: MOST } } });

export function openArtistMenu({ id, name }: Pick<Schemas['Artist'], 'id' | 'name'>): void {
  openManyMenu(artistName(name), { of: 'artist', id }, () => bodyOf(box.GET('/artists/{id}/tracks', all(id))));
}

export function openGenreMenu({ id, name }: Pick<Schemas['Genre'], 'id' | 'name'>): void {
  openManyMenu(name, { of: 'genre', id }, () => bodyOf(box.GET('/genres/{id}/tracks', all(id))));
}

/** A playlist or CUE sheet in a folder of the library; the daemon reads it when it is played. */
export function openPlaylistFileMenu(title: string, path: string): void {
  const save: MenuItem = { icon: 'playlists', label: say('queue.save'), act: () => void saveFile(path) };
  const add = addItem(title.replace(/\.\w+$/, ''), () => Promise.resolve([{ title, path }]));
  openMenu(title, [...waysToPlay((choice) => carryOut(choice, { title, locations: [path] })), add, save]);
}

export function openFolderMenu(title: string, path: string): void {
  openMenu(title, waysToPlayFolder(title, path));
}

export function waysToPlayFolder(title: string, path: string): MenuItem[] {
  return waysToPlay((choice) => void addFolder(title, path, choice));
}
