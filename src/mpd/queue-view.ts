/** The queue as the protocol sees it: positions, ids (the keys of entries), the current song, and songs written out. */
import type { Player } from '../playback/player.js';
import type { QueueEntry } from '../playback/types.js';
import { noSuchSong } from './ack.js';
import type { QueueExtent, Range } from './arguments.js';
import type { QueueVersions } from './queue-versions.js';
import type { Reply } from './reply.js';
import type { Session } from './session.js';
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
  constructor(
    private readonly player: Player,
    private readonly songs: SongSource,
    private readonly known: QueueVersions,
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
      yield songs.flatMap((song, index) => {
        const found = page[index];
        return found === undefined ? [] : [{ song, position: found.position, id: found.entry.key }];
      });
    }
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
