/** Saved and smart playlists and their folders: queries and commands. */
import { bodyOf, box, done, Refused, type Schemas } from './box.js';
import { inTime } from './commands.js';
import { isWord } from '../locales/locales.js';
import { ask } from './files.js';
import { say } from './language.js';
import type { Music } from './music.js';
import { notify } from './notices.js';
import type { Chosen } from './selection.js';

export type SavedPlaylistRow = Schemas['SavedPlaylist'];
export type SmartPlaylistRow = Schemas['SmartPlaylist'];
export type Folder = Schemas['PlaylistFolder'];

const path = (id: string) => ({ params: { path: { id } } });

/** Built-in playlists are named in the language of the page. */
function named(playlist: SmartPlaylistRow): SmartPlaylistRow {
  const word = `playlists.${playlist.id}`;
  return playlist.is_system && isWord(word) ? { ...playlist, name: say(word) } : playlist;
}

/** @throws Refused, TypeError without a network */
export async function askForSmart(id: string): Promise<SmartPlaylistRow> {
  return named(await bodyOf(box.GET('/smart-playlists/{id}', path(id))));
}

export interface AllPlaylists {
  readonly folders: readonly Folder[];
  readonly saved: readonly SavedPlaylistRow[];
  readonly smart: readonly SmartPlaylistRow[];
}

export async function askForPlaylists(): Promise<AllPlaylists> {
  const [folders, saved, smart] = await Promise.all([
    bodyOf(box.GET('/saved-playlists/folders')),
    bodyOf(box.GET('/saved-playlists')),
    bodyOf(box.GET('/smart-playlists')),
  ]);
  return { folders, saved, smart: smart.map(named) };
}

/** Kind of playlists, as named in addresses of the page and of the API. */
export type PlaylistKind = 'saved' | 'smart';

export function playlistMusic(kind: PlaylistKind, id: string): Music {
  return { of: `${kind}_playlist`, id };
}

type Texts = Schemas['PlaylistTexts'];

function textsOf({ name, description, image, folder_id: folder }: SavedPlaylistRow): Texts {
  return { name, description, image, folder_id: folder };
}

/** Changes the name or the folder; the rest stays. */
export async function alter(playlist: SavedPlaylistRow, change: Partial<Texts>): Promise<boolean> {
  const body = { ...textsOf(playlist), ...change };
  return done(box.PUT('/saved-playlists/{id}', { ...path(playlist.id), body }));
}

export async function duplicate({ id, name }: SavedPlaylistRow): Promise<void> {
  const query = { name: say('playlists.copyName', { name }) };
  await done(box.POST('/saved-playlists/{id}/duplicate', { params: { path: { id }, query } }));
}

/** Undo makes the playlist anew, with the same tracks in the same order. */
export async function remove(playlist: SavedPlaylistRow): Promise<boolean> {
  let tracks: readonly string[] = [];
  const isDone = await done(async () => {
    tracks = await bodyOf(box.GET('/saved-playlists/{id}/track-ids', path(playlist.id)));
    await bodyOf(box.DELETE('/saved-playlists/{id}', path(playlist.id)));
  });
  if (!isDone) return false;
  notify(say('playlists.deleted', { name: playlist.name }), () => {
    const body = { ...textsOf(playlist), name: playlist.name || ' ', track_ids: [...tracks] };
    void done(box.POST('/saved-playlists', { body }));
  });
  return true;
}

/** Undo makes the playlist anew, with the same rules. */
export async function removeSmart(playlist: SmartPlaylistRow): Promise<boolean> {
  if (!(await done(box.DELETE('/smart-playlists/{id}', path(playlist.id))))) return false;
  const { name, description, image, folder_id: folder, rules } = playlist;
  notify(say('playlists.deleted', { name }), () => {
    void done(box.POST('/smart-playlists', { body: { name, description, image, folder_id: folder, rules } }));
  });
  return true;
}

/** Tracks as a playlist takes them: by id, or by path where one is known by its file alone. */
export type NamedTracks = Readonly<{ track_ids: string[]; paths?: string[] }>;

export function namedBy(tracks: readonly Chosen[]): NamedTracks {
  const ids = tracks.flatMap(({ id }) => id ?? []);
  return ids.length === tracks.length ? { track_ids: ids } : { track_ids: [], paths: tracks.map(({ path }) => path) };
}

/** @throws Refused */
function requireSome({ track_ids: ids, paths = [] }: NamedTracks): void {
  if (ids.length + paths.length === 0) throw new Refused(422, { detail: say('fill.nothing') });
}

/** Appends tracks; a notice counts them and takes them out again. @throws Refused, TypeError without a network */
export async function addTracks(
  { id, name }: Pick<SavedPlaylistRow, 'id' | 'name'>,
  tracks: NamedTracks,
): Promise<void> {
  requireSome(tracks);
  // A playlist that has gone would take nothing and say nothing.
  const { track_count: before } = await bodyOf(box.GET('/saved-playlists/{id}', path(id)));
  await bodyOf(box.POST('/saved-playlists/{id}/tracks', { ...path(id), body: tracks, ...inTime() }));
  const query = { offset: before };
  const added = await bodyOf(box.GET('/saved-playlists/{id}/track-ids', { params: { path: { id }, query } })).catch(
    () => undefined,
  );
  const count = added?.length ?? Math.max(tracks.track_ids.length, tracks.paths?.length ?? 0);
  const undo = added && (() => void done(takeOut(id, before, added)));
  notify(say('fill.done', { count, name }), undo);
}

/** Takes tracks out that were appended, wherever they are by now. */
async function takeOut(id: string, at: number, added: readonly string[]): Promise<void> {
  const ids = await bodyOf(box.GET('/saved-playlists/{id}/track-ids', path(id)));
  const isAt = (index: number): boolean => added.every((each, offset) => ids[index + offset] === each);
  const index = isAt(at) ? at : ids.findIndex((_id, each) => isAt(each));
  if (index < 0) return;
  const positions = added.map((_, offset) => index + offset);
  await bodyOf(box.DELETE('/saved-playlists/{id}/tracks', { ...path(id), body: { positions } }));
}

/** Makes a playlist of tracks; a notice removes it again. @throws Refused, TypeError without a network */
export async function makePlaylist(name: string, tracks: NamedTracks): Promise<void> {
  requireSome(tracks);
  const { id, track_count: count } = await bodyOf(
    box.POST('/saved-playlists', { body: { name, ...tracks }, ...inTime() }),
  );
  notify(say('fill.done', { count, name }), () => void done(box.DELETE('/saved-playlists/{id}', path(id))));
}

/**
 * Ids of a playlist, and the index of a track among them. The ids contain tracks that the library lacks, its list does not.
 * @param at index in the list. @returns a negative index for a track that has gone
 */
async function find(playlist: string, track: string, at: number): Promise<{ ids: readonly string[]; index: number }> {
  const ids = await bodyOf(box.GET('/saved-playlists/{id}/track-ids', path(playlist)));
  // Tracks that the library lacks only move it on.
  const index = ids.indexOf(track, at);
  return { ids, index: index < 0 ? ids.indexOf(track) : index };
}

async function move(playlist: string, from: number, to: number): Promise<void> {
  await bodyOf(box.PUT('/saved-playlists/{id}/tracks/move', { ...path(playlist), body: { from, to, count: 1 } }));
}

/** Takes one track out of a playlist. @param at its index among the tracks that are known @param track its id */
export async function removeTrack(playlist: string, track: string, at: number, title: string): Promise<void> {
  await done(async () => {
    const { ids, index } = await find(playlist, track, at);
    if (index < 0) return;
    await bodyOf(box.DELETE('/saved-playlists/{id}/tracks', { ...path(playlist), body: { positions: [index] } }));
    const restore = async (): Promise<void> => {
      await bodyOf(box.POST('/saved-playlists/{id}/tracks', { ...path(playlist), body: { track_ids: [track] } }));
      if (index !== ids.length - 1) await move(playlist, ids.length - 1, index);
    };
    notify(say('state.removed', { name: title }), () => void done(restore));
  });
}

/** Moves one track to the index of another one, which makes room. @param track and @param other as in `removeTrack` */
export async function moveTrack(playlist: string, track: string, at: number, other: string, to: number): Promise<void> {
  await done(async () => {
    const from = await find(playlist, track, at);
    const target = await find(playlist, other, to);
    if (from.index >= 0 && target.index >= 0) await move(playlist, from.index, target.index);
  });
}

export async function addFolder(name: string): Promise<void> {
  await done(box.POST('/saved-playlists/folders', { body: { name } }));
}

export async function renameFolder(id: string, name: string): Promise<void> {
  await done(box.PUT('/saved-playlists/folders/{id}', { ...path(id), body: { name } }));
}

export async function removeFolder(id: string): Promise<boolean> {
  return done(box.DELETE('/saved-playlists/folders/{id}', path(id)));
}

const M3U = 'audio/x-mpegurl';
/** Media types of playlist files by file extension. */
const MEDIA: Readonly<Record<string, string>> = { xspf: 'application/xspf+xml', pls: 'audio/x-scpls' };

type Imported = Schemas['ImportedPlaylist'];

function notifyImported({ playlist, missing }: Imported): void {
  const word = missing.length > 0 ? 'playlists.importMissing' : 'playlists.imported';
  notify(say(word, { name: playlist.name, count: missing.length || playlist.track_count }));
}

/** Saves a playlist file of the library as a playlist; a notice counts the missing tracks. */
export async function saveFile(path: string): Promise<void> {
  const command = bodyOf(box.POST('/saved-playlists/from-file', { body: { path } }));
  await done(command.then(notifyImported));
}

/** Imports a playlist file of this phone; a notice counts the missing tracks. */
export async function importFile(file: File): Promise<void> {
  const ending = file.name.replace(/^.*\./, '').toLowerCase();
  const name = file.name.replace(/\.[^.]+$/, '');
  await done(async () => {
    const response = await ask(`/saved-playlists/import?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { 'Content-Type': MEDIA[ending] ?? M3U },
      body: file,
    });
    notifyImported((await response.json()) as Imported);
  });
}
