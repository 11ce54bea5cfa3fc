/**
 * Tracks and albums by how often they were played. What was played is in another database than the library, so that no
 * index has this order: it is read in turns, and kept until something is played or the library changes. Thread: main.
 */
import type { GuardedDatabase } from '../../database/guarded.js';
import { rowsOf } from '../../database/statements.js';
import type { Sqlite } from '../../database/sqlite.js';
import { nextTurn } from '../turn.js';
import type { Keys } from './lists.js';
import type { RecordKey } from './records.js';
import { albumsOfTracks } from './shelf-sources.js';

/** Counts read in one turn: about a millisecond. */
const TURN = 500;

const MOST_PLAYED = `SELECT track_id, play_count FROM track_stats WHERE play_count > 0
  ORDER BY play_count DESC, last_played DESC LIMIT ${TURN} OFFSET ?`;

interface Ranked {
  readonly track: Keys;
  /** By the plays of all their tracks together. */
  readonly album: Keys;
}

export class MostPlayed {
  #kept: { readonly of: string; readonly ranked: Promise<Ranked> } | undefined;

  constructor(
    private readonly people: GuardedDatabase,
    private readonly records: GuardedDatabase,
  ) {}

  /** What was played and is there, the most plays first. @param revision another one after every play and change of the library */
  async keys(kind: 'track' | 'album', revision: string): Promise<Keys> {
    if (this.#kept?.of !== revision) {
      const ranked = this.#rank();
      this.#kept = { of: revision, ranked };
      ranked.catch(() => {
        if (this.#kept?.ranked === ranked) this.#kept = undefined;
      });
    }
    return (await this.#kept.ranked)[kind];
  }

  async #rank(): Promise<Ranked> {
    const tracks = new Set<RecordKey>();
    const plays = new Map<RecordKey, number>();
    for (let offset = 0, isWhole = false; !isWhole; offset += TURN) {
      if (offset > 0) await nextTurn();
      const from = offset;
      const rows = await this.people.read((sql) => playedFrom(sql, from));
      isWhole = rows.size < TURN;
      const ids = [...rows.keys()];
      for (const [track, album, id] of await this.records.read((sql) => albumsOfTracks(sql, ids))) {
        // A play in between moves a track to the next page, too.
        if (tracks.has(track)) continue;
        tracks.add(track);
        plays.set(album, (plays.get(album) ?? 0) + (rows.get(id) ?? 0));
      }
    }
    const albums = [...plays].sort(([, one], [, other]) => other - one);
    return { track: Uint32Array.from(tracks), album: Uint32Array.from(albums.map(([album]) => album)) };
  }
}

function playedFrom(sql: Sqlite, offset: number): ReadonlyMap<string, number> {
  return new Map(rowsOf(sql, MOST_PLAYED).all(offset) as (readonly [id: string, plays: number])[]);
}
