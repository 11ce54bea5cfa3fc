/**
 * Saved playlists by the names that clients call them: MPD tells playlists apart by their names, the box by ids. Where
 * two have the same name, the older one is shown with a number. Thread: main.
 */
import { recordId } from '../library/ids.js';
import type { Library } from '../library/library.js';
import { rememberStreams } from '../library/remembered-streams.js';
import type { SavedPlaylist } from '../playlists/saved/saved-store.js';
import { PLAYLIST_CAPACITY, type SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import { NAME_LIMIT } from '../playlists/texts.js';
import { isStream } from '../tags/track-tag.js';
import { ACK, Ack, badArgument, noSuchPlaylist } from './ack.js';
import type { Range } from './arguments.js';
import { clipped, within } from './arguments.js';
import type { Song } from './song.js';
import { freeName } from './uris.js';

export interface StoredPlaylistsDeps {
  readonly saved: SavedPlaylists;
  readonly library: Pick<Library, 'named' | 'streamsAt' | 'saveStreams'>;
}

export interface StoredPlaylist {
  /** As clients call it. */
  readonly name: string;
  readonly playlist: SavedPlaylist;
}

/** An entry that means something now. */
export interface StoredEntry {
  /** What the queue takes. */
  readonly location: string;
  /** Index in the playlist, where entries that mean nothing now count too. */
  readonly index: number;
}

const NO_TEXTS = { description: null, image: null, folderId: null };

export class StoredPlaylists {
  readonly capacity = PLAYLIST_CAPACITY;

  constructor(private readonly deps: StoredPlaylistsDeps) {}

  /** By name. */
  async list(): Promise<StoredPlaylist[]> {
    const taken = new Set<string>();
    const all = (await this.deps.saved.list('')).map((playlist) => {
      const own = playlist.name.replaceAll('/', '∕').replace(/\p{Cc}+/gu, ' ') || '?';
      return { name: freeName(own, taken), playlist };
    });
    return all.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async find(name: string): Promise<SavedPlaylist | undefined> {
    return (await this.list()).find((each) => each.name === name)?.playlist;
  }

  /** @throws Ack */
  async get(name: string): Promise<SavedPlaylist> {
    const found = await this.find(name);
    if (found === undefined) throw isName(name) ? noSuchPlaylist() : badName();
    return found;
  }

  /** What of a playlist means something now, in order. */
  async entries({ id }: SavedPlaylist): Promise<StoredEntry[]> {
    const ids = await this.deps.saved.tracks(id);
    const named = await this.deps.library.named(ids);
    return named.flatMap((each, index) => {
      if (each === undefined) return [];
      return [{ location: each.stream === undefined ? each.location : each.stream.url, index }];
    });
  }

  /**
   * Adds songs at the end, or so that the first of them gets a position. A playlist that is not there is made.
   * @throws Ack
   */
  async add(name: string, songs: readonly Song[], position?: number): Promise<void> {
    const playlist = await this.find(name);
    if (playlist === undefined && !isName(name)) throw badName();
    // Only a position needs to know which entries mean something now: the others are not read.
    const before = playlist === undefined || position === undefined ? [] : await this.entries(playlist);
    if (position !== undefined && position > before.length) throw badArgument('Bad position');
    if (songs.length === 0) return;
    const ids = await this.#idsOf(songs);
    const { saved } = this.deps;
    if (playlist === undefined) {
      await saved.create({ name, ...NO_TEXTS }, ids);
      return;
    }
    await saved.append(playlist.id, ids);
    const at = position === undefined ? undefined : before[position]?.index;
    if (at !== undefined) await saved.move(playlist.id, playlist.trackCount, at, ids.length);
  }

  /** @throws Ack where there is one */
  async create(name: string, songs: readonly Song[]): Promise<void> {
    if (!isName(name)) throw badName();
    if ((await this.find(name)) !== undefined) throw new Ack(ACK.exist, 'Playlist already exists');
    await this.deps.saved.create({ name, ...NO_TEXTS }, await this.#idsOf(songs));
  }

  /** All songs of a playlist, in one transaction. @throws Ack */
  async replace(name: string, songs: readonly Song[]): Promise<void> {
    const { id } = await this.get(name);
    await this.deps.saved.replaceTracks(id, await this.#idsOf(songs));
  }

  /** @throws Ack */
  async clear(name: string): Promise<void> {
    const playlist = await this.get(name);
    const positions = Array.from({ length: playlist.trackCount }, (_, at) => at);
    if (positions.length > 0) await this.deps.saved.removePositions(playlist.id, positions);
  }

  /** @throws Ack */
  async remove(name: string): Promise<void> {
    const { id } = await this.get(name);
    await this.deps.saved.remove(id);
  }

  /** @throws Ack */
  async rename(from: string, to: string): Promise<void> {
    const playlist = await this.get(from);
    if (!isName(to)) throw badName();
    if ((await this.find(to)) !== undefined) throw new Ack(ACK.exist, 'Playlist exists already');
    await this.deps.saved.replace(playlist.id, { ...playlist, name: to });
  }

  /** @throws Ack */
  async removeRange(name: string, part: Range): Promise<void> {
    const playlist = await this.get(name);
    const entries = await this.entries(playlist);
    const { start, end } = within(part, entries.length);
    const positions = entries.slice(start, end).map(({ index }) => index);
    if (positions.length > 0) await this.deps.saved.removePositions(playlist.id, positions);
  }

  /** @throws Ack */
  async move(name: string, { start, end }: Range, to: number): Promise<void> {
    const playlist = await this.get(name);
    const entries = await this.entries(playlist);
    if (end > entries.length || to > entries.length - (end - start)) throw badArgument('Bad range');
    const first = entries[start]?.index ?? 0;
    const last = entries[end - 1]?.index ?? first;
    const rest = entries.filter((_, at) => at < start || at >= end);
    const before = rest[to];
    const count = last - first + 1;
    const behind = before === undefined ? playlist.trackCount : before.index;
    const goal = behind > last ? behind - count : behind;
    await this.deps.saved.move(playlist.id, first, goal, count);
  }

  /** Ids of songs that the library has, and of streams, which it remembers from now on. */
  async #idsOf(songs: readonly Song[]): Promise<string[]> {
    const locations = songs.map(({ location }) => location);
    await rememberStreams(locations, this.deps.library);
    return songs.flatMap(({ id, location }) => id ?? (isStream(location) ? recordId('track', location) : []));
  }
}

/** A part of a playlist, as clients ask for it. */
export const partOf = <Item>(items: readonly Item[], part: Range): readonly Item[] => {
  const { start, end } = clipped(part, items.length);
  return items.slice(start, end);
};

function isName(name: string): boolean {
  return name !== '' && name.length <= NAME_LIMIT && !/[/\p{Cc}]/u.test(name);
}

const badName = (): Ack => badArgument('Bad playlist name');
