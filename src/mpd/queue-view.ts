/** The queue as the protocol sees it: positions, ids (the keys of entries), the current song, and songs written out. */
import { nextTurn } from '../library/turn.js';
import type { Player } from '../playback/player.js';
import type { QueueEntry } from '../playback/types.js';
import { noSuchSong } from './ack.js';
import { insertPosition, type QueueExtent, type Range } from './arguments.js';
import type { QueueVersions } from './queue-versions.js';
import type { Reply } from './reply.js';
import type { Session } from './session.js';
import { ShownSongs } from './shown-songs.js';
import { type Song, songLines } from './song.js';
import type { SongSource } from './song-source.js';

/** Songs looked up together. */
const PAGE = 100;

export interface QueuedSong {
  readonly song: Song;
  readonly position: number;
  readonly id: number;
}

export class QueueView {
  readonly #shown = new ShownSongs();

  /** @param changed called after the version was changed by what this class noticed */
  constructor(
    private readonly player: Player,
    private readonly songs: SongSource,
    private readonly known: QueueVersions,
    private readonly changed: () => void,
  ) {}

  /** The versions of the queue as it is now. */
  get versions(): QueueVersions {
    this.known.look(this.entries);
    return this.known;
  }

  get entries(): readonly QueueEntry[] {
    return this.player.queue().entries;
  }

  /** Where the current song is: it plays, pauses, or playing goes on there; undefined for none. */
  get current(): number | undefined {
    const playing = this.player.currentTrack();
    const index = playing === undefined ? this.player.resumePoint()?.index : playing.index;
    return index === undefined || index < 0 ? undefined : index;
  }

  get extent(): QueueExtent {
    return { length: this.entries.length, current: this.current };
  }

  /** Index to insert at, of the queue as it is now: the end where a client names none. @throws Ack */
  insertionAt(text: string | undefined): number {
    return text === undefined ? this.entries.length : insertPosition(text, this.extent);
  }

  /** @throws Ack */
  positionOf(id: number): number {
    const position = this.entries.findIndex(({ key }) => key === id);
    if (position < 0) throw noSuchSong();
    return position;
  }

  /** Songs at some positions, as the queue is now, some at a time. */
  async *songsAt(positions: readonly number[]): AsyncGenerator<QueuedSong[]> {
    const { entries } = this;
    for (let at = 0; at < positions.length; at += PAGE) {
      const page = positions.slice(at, at + PAGE).flatMap((position) => {
        const entry = entries[position];
        return entry === undefined ? [] : [{ entry, position }];
      });
      const songs = await this.songs.at(
        page.map(({ entry }) => entry.location),
        this.player.currentTrack(),
      );
      const found = songs.flatMap((song, index): QueuedSong[] => {
        const at = page[index];
        return at === undefined ? [] : [{ song, position: at.position, id: at.entry.key }];
      });
      const modified = this.#differing(found, false);
      if (modified.length > 0) this.modified(({ key }) => modified.includes(key));
      yield found;
    }
  }

  /** All entries of these are shown differently from now on. */
  modified(isModified: (entry: QueueEntry) => boolean): void {
    this.versions.modified(this.entries.flatMap((entry, at) => (isModified(entry) ? [at] : [])));
    this.changed();
  }

  /** Compares all songs of the library in the queue with what clients were shown, some at a time. @throws Unavailable */
  async lookAgain(): Promise<void> {
    const { entries } = this;
    const modified = new Set<number>();
    for (let at = 0; at < entries.length; at += PAGE) {
      const page = entries.slice(at, at + PAGE);
      const known = await this.songs.known(page.map(({ location }) => location));
      const found = page.flatMap(({ location, key }) => {
        const song = known.get(location);
        return song === undefined ? [] : [{ song, id: key }];
      });
      for (const key of this.#differing(found, true)) modified.add(key);
      await nextTurn();
    }
    if (modified.size > 0) this.modified(({ key }) => modified.has(key));
  }

  /** Lets go of what clients were shown: none is connected. */
  forget(): void {
    this.#shown.forget();
  }

  /**
   * Keys of entries that are shown differently now.
   * @param countsUnseen whether an entry that was not shown yet is among them: a client may know it from an earlier connection
   */
  #differing(found: readonly Pick<QueuedSong, 'song' | 'id'>[], countsUnseen: boolean): number[] {
    // What a stream or another device plays is reported by itself.
    const files = found.filter(({ song }) => song.location.startsWith('/'));
    return files.filter(({ song, id }) => this.#shown.show(id, song) ?? countsUnseen).map(({ id }) => id);
  }

  async print(positions: readonly number[], session: Session, reply: Reply): Promise<void> {
    for await (const page of this.songsAt(positions)) {
      for (const each of page) reply.text(queuedLines(each, session));
      await reply.room();
    }
  }

  async printRange({ start, end }: Range, session: Session, reply: Reply): Promise<void> {
    await this.print(positionsOf({ start, end }), session, reply);
  }
}

export function positionsOf({ start, end }: Range): number[] {
  return Array.from({ length: Math.max(end - start, 0) }, (_, at) => start + at);
}

export function queuedLines({ song, position, id }: QueuedSong, { tagMask }: Session): string {
  return `${songLines(song, tagMask)}Pos: ${position}\nId: ${id}\n`;
}
