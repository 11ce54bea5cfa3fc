/**
 * Playlists that people make and keep: their names, their folders and their tracks by the ids of the library. A track
 * stays in its playlist while its file is away. Thread: main; a long playlist is gone over in turns. Every change
 * resolves when it is durable.
 * @throws Unavailable from every call: LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something
 */
import { randomUUID } from 'node:crypto';

import type { Database } from '../../database/database.js';
import type { Sqlite } from '../../database/sqlite.js';
import { Conflict, NotFound } from '../../errors.js';
import { GuardedDatabase } from '../../database/guarded.js';
import type { KeptTracks } from '../../library/store/kept-tracks.js';
import type { Log } from '../../log.js';
import type { Revision } from '../../revision.js';
import { NAME_LIMIT, type PlaylistTexts } from '../texts.js';
import { joined, type KeyList, moved, without } from './key-list.js';
import * as store from './saved-store.js';
import type { PlaylistFolder, SavedPlaylist } from './saved-store.js';
import { nextTurn } from '../../library/turn.js';

export interface SavedPlaylistsDeps {
  /** What people did. */
  readonly state: Database;
  readonly kept: KeptTracks;
  readonly revision: Revision;
  readonly log: Log;
}

/** As many as a queue can play. */
export const PLAYLIST_CAPACITY = 10_000;
export const MOST_PLAYLISTS = 2000;
export const MOST_FOLDERS = 500;

export class SavedPlaylists {
  readonly #state: GuardedDatabase;
  readonly #kept: KeptTracks;
  readonly #revision: Revision;

  constructor({ state, kept, revision, log }: SavedPlaylistsDeps) {
    this.#state = new GuardedDatabase(state, log);
    this.#kept = kept;
    this.#revision = revision;
  }

  /** The newest first. @param folder `""` for all */
  async list(folder: string): Promise<SavedPlaylist[]> {
    const all: SavedPlaylist[] = [];
    for (let last: store.ListEnd | undefined = store.NEWEST_OF_ALL; last !== undefined;) {
      const from: store.ListEnd = last;
      const { playlists, end } = await this.#state.read((sql) => store.listPage(sql, folder, from));
      all.push(...playlists);
      last = end;
      if (last !== undefined) await nextTurn();
    }
    return all;
  }

  find(id: string): Promise<SavedPlaylist | undefined> {
    return this.#state.read((sql) => store.findPlaylist(sql, id));
  }

  /** @param tracks ids, known or not @throws Conflict PLAYLIST_FULL, TOO_MANY_PLAYLISTS */
  async create(texts: PlaylistTexts, tracks: readonly string[]): Promise<SavedPlaylist> {
    requireRoom(tracks.length);
    requireFewer(await this.#state.read(store.countPlaylists));
    const id = randomUUID();
    await this.#change(() => this.#kept.keep(tracks, (sql, keys) => addTo(sql, id, texts, keys)));
    return this.#made(id);
  }

  /** Another one with the same tracks. @throws NotFound UNKNOWN_ID, Conflict TOO_MANY_PLAYLISTS */
  async duplicate(id: string, name: string): Promise<SavedPlaylist> {
    const copy = randomUUID();
    await this.#write((sql) => {
      const original = store.findPlaylist(sql, id);
      const tracks = store.tracksOf(sql, id);
      if (original === undefined || tracks === undefined) throw unknownPlaylist();
      addTo(sql, copy, { ...original, name: name === '' ? copyOf(original.name) : name }, tracks);
    });
    return this.#made(copy);
  }

  /** Everything but its tracks. Nothing happens to an unknown one. */
  replace(id: string, texts: PlaylistTexts): Promise<void> {
    return this.#write((sql) => store.replaceTexts(sql, id, texts, now()));
  }

  /** Nothing happens to an unknown one. */
  remove(id: string): Promise<void> {
    return this.#write((sql) => store.removePlaylist(sql, id));
  }

  /** Ids in order, those too that the library does not have; none of an unknown playlist. */
  async tracks(id: string): Promise<string[]> {
    const keys = await this.#state.read((sql) => store.tracksOf(sql, id));
    return keys === undefined ? [] : this.#kept.idsOf(keys);
  }

  /** At the end, known or not. Nothing happens to an unknown playlist. @throws Conflict PLAYLIST_FULL */
  async append(id: string, tracks: readonly string[]): Promise<void> {
    const present = await this.#state.read((sql) => store.tracksOf(sql, id));
    if (present === undefined) return;
    requireRoom(present.length + tracks.length);
    await this.#change(() =>
      this.#kept.keep(tracks, (sql, more) => {
        const before = store.tracksOf(sql, id);
        if (before === undefined) return;
        requireRoom(before.length + more.length);
        store.setTracks(sql, id, joined(before, more));
      }),
    );
  }

  /** In the place of all that it has, in one transaction. @throws NotFound UNKNOWN_ID, Conflict PLAYLIST_FULL */
  async replaceTracks(id: string, tracks: readonly string[]): Promise<void> {
    requireRoom(tracks.length);
    await this.#change(() =>
      this.#kept.keep(tracks, (sql, keys) => {
        if (store.tracksOf(sql, id) === undefined) throw unknownPlaylist();
        store.setTracks(sql, id, keys);
      }),
    );
  }

  /** Wherever it is in the playlist. Nothing happens when it is not, or to an unknown playlist. */
  removeTrack(id: string, track: string): Promise<void> {
    return this.#write((sql) => {
      const gone = new Set(store.keysOfTrack(sql, track));
      const before = store.tracksOf(sql, id);
      if (before !== undefined && gone.size > 0)
        store.setTracks(
          sql,
          id,
          before.filter((key) => !gone.has(key)),
        );
    });
  }

  /** Together; nothing when one of them is wrong. @throws NotFound UNKNOWN_ID, InvalidInput INDEX_OUT_OF_RANGE */
  removePositions(id: string, positions: readonly number[]): Promise<void> {
    return this.#edit(id, (keys) => without(keys, positions));
  }

  /** So that the first of `count` gets the index `to`. @throws NotFound UNKNOWN_ID, InvalidInput INDEX_OUT_OF_RANGE */
  move(id: string, from: number, to: number, count: number): Promise<void> {
    return this.#edit(id, (keys) => moved(keys, from, to, count));
  }

  /** By name. */
  folders(): Promise<PlaylistFolder[]> {
    return this.#state.read(store.listFolders);
  }

  /** @throws Conflict TOO_MANY_FOLDERS */
  async createFolder(name: string): Promise<PlaylistFolder> {
    const at = now();
    const folder: PlaylistFolder = { id: randomUUID(), name, createdAt: at, updatedAt: at };
    await this.#write((sql) => {
      if (store.countFolders(sql) >= MOST_FOLDERS) {
        throw new Conflict('TOO_MANY_FOLDERS', `There can be ${MOST_FOLDERS} folders at most.`);
      }
      store.addFolder(sql, folder);
    });
    return folder;
  }

  /** @throws NotFound UNKNOWN_ID */
  renameFolder(id: string, name: string): Promise<void> {
    return this.#write((sql) => {
      if (store.findFolder(sql, id) === undefined) {
        throw new NotFound('UNKNOWN_ID', 'There is no folder with this id.');
      }
      store.renameFolder(sql, id, name, now());
    });
  }

  /** Keeps the playlists of the folder. Nothing happens to an unknown one. */
  removeFolder(id: string): Promise<void> {
    return this.#write((sql) => store.removeFolder(sql, id));
  }

  #edit(id: string, edit: (keys: KeyList) => KeyList): Promise<void> {
    return this.#write((sql) => {
      const keys = store.tracksOf(sql, id);
      if (keys === undefined) throw unknownPlaylist();
      store.setTracks(sql, id, edit(keys));
    });
  }

  async #made(id: string): Promise<SavedPlaylist> {
    const made = await this.find(id);
    if (made === undefined) throw unknownPlaylist(); // removed in the same moment
    return made;
  }

  #write(change: (sql: Sqlite) => void): Promise<void> {
    return this.#change(() => this.#state.write(change));
  }

  /** What could not be saved for certain may be there all the same. */
  async #change(change: () => Promise<void>): Promise<void> {
    try {
      await change();
    } finally {
      this.#revision.changed();
    }
  }
}

function now(): number {
  return Math.floor(Date.now() / 1000);
}

function addTo(sql: Sqlite, id: string, texts: PlaylistTexts, tracks: KeyList): void {
  requireFewer(store.countPlaylists(sql));
  store.addPlaylist(sql, id, texts, tracks, now());
}

function copyOf(name: string): string {
  const mark = ' (copy)';
  return `${name.slice(0, NAME_LIMIT - mark.length)}${mark}`;
}

/** @throws Conflict PLAYLIST_FULL */
export function requireRoom(tracks: number): void {
  if (tracks <= PLAYLIST_CAPACITY) return;
  throw new Conflict('PLAYLIST_FULL', `A playlist holds at most ${PLAYLIST_CAPACITY} tracks.`);
}

function requireFewer(playlists: number): void {
  if (playlists < MOST_PLAYLISTS) return;
  throw new Conflict('TOO_MANY_PLAYLISTS', `There can be ${MOST_PLAYLISTS} saved playlists at most.`);
}

export function unknownPlaylist(): NotFound {
  return new NotFound('UNKNOWN_ID', 'There is no saved playlist with this id.');
}
