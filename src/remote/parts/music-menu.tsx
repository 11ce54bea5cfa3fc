/** The menus of music: what can be done with a track, an album, a folder. */
import { bodyOf, box, done, type Schemas } from '../state/box.js';
import { carryOut } from '../state/choice.js';
import { say } from '../state/language.js';
import { addFolder } from '../state/orders.js';
import { go } from '../state/route.js';
import type { Choice } from './choice-sheet.js';
import { type MenuItem, openMenu } from './sheet.js';

/** Where its album and its artist can be seen, as tracks and entries of the queue have it. */
export interface Whereabouts {
  readonly album_id?: string | null;
  readonly artist_id?: string | null;
}

export function placesOf({ album_id: album, artist_id: artist }: Whereabouts): MenuItem[] {
  const items: MenuItem[] = [];
  if (album) items.push({ icon: 'album', label: say('track.goAlbum'), act: () => go('library', 'albums', album) });
  if (artist) items.push({ icon: 'artist', label: say('track.goArtist'), act: () => go('library', 'artists', artist) });
  return items;
}

/** The three ways to hear something. @param act never rejects */
function waysToPlay(act: (choice: Choice) => void): MenuItem[] {
  return [
    { icon: 'play', label: say('track.playNow'), act: () => act('now') },
    { icon: 'playNext', label: say('track.playNext'), act: () => act('next') },
    { icon: 'add', label: say('track.add'), act: () => act('last') },
  ];
}

export function openTrackMenu(track: Whereabouts & { readonly title: string; readonly path: string }): void {
  const { title, path } = track;
  openMenu(title, [...waysToPlay((choice) => carryOut(choice, { title, locations: [path] })), ...placesOf(track)]);
}

type Album = Pick<Schemas['Album'], 'id' | 'title' | 'artist_id'>;

export async function tracksOfAlbum(id: string): Promise<Schemas['Track'][]> {
  return bodyOf(box.GET('/albums/{id}/tracks', { params: { path: { id } } }));
}

export function openAlbumMenu({ id, title, artist_id: artist }: Album): void {
  const act = async (choice: Choice): Promise<void> => {
    const tracks = await tracksOfAlbum(id);
    carryOut(choice, { title, locations: tracks.map(({ path }) => path) });
  };
  openMenu(title, [...waysToPlay((choice) => void done(act(choice))), ...placesOf({ artist_id: artist })]);
}

export function openFolderMenu(title: string, path: string): void {
  openMenu(
    title,
    waysToPlay((choice) => void addFolder(title, path, choice)),
  );
}
