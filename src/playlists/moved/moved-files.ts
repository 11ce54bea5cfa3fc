/**
 * Knows moved files again. The library makes a track's id from where its file lies, so a file that was moved comes back
 * under another one; what people's playlists, likes and counts name is matched to it when exactly one track of the
 * library has the same size, length, title, artist and album, and no other lost one has them too. Nothing is guessed: two
 * copies match neither, what lies on a volume that is away waits for it, and a file that is still where it was is never
 * taken for moved. Thread: main, in turns; memory is that of a page of tracks.
 *
 *     kept tracks ──page──▶ in the library? ─yes▶ brought up to date where it differs
 *                                           └no▶ volume away? ─no▶ one like it? file gone? ─yes▶ carried over
 */
import type { Database } from '../../database/database.js';
import { GuardedDatabase } from '../../database/guarded.js';
import { pathsOf, type RootPaths } from '../../library/library-roots.js';
import { factsOf, type KeptTracks, keep, learn } from '../../library/store/kept-tracks.js';
import { movedAlbums } from '../../library/store/moved-albums.js';
import { rowsOf, valuesOf } from '../../database/statements.js';
import type { Scanner } from '../../library/scan/scanner.js';
import { Turn } from '../../library/turn.js';
import type { Log } from '../../log.js';
import { carryAlbumLikes, carryOver, type Move } from './move.js';
import { forgetUnnamed } from './unnamed.js';
import { isGone, Volumes } from './volumes.js';

export interface MovedFilesDeps {
  readonly state: Database;
  readonly records: Database;
  readonly kept: Pick<KeptTracks, 'times' | 'isBusy'>;
  /** Roots of the library, absolute. */
  readonly roots: RootPaths;
  /** Called after tracks got other ids. */
  readonly moved: () => void;
  readonly log: Log;
}

/** Rows in one step. */
const STEP = 100;
/** Tracks that get another id in one transaction. */
const MOVES = 25;

const REVISION = 'SELECT revision FROM library';
/** What likes and counts name, some at a time, and whether it is kept. */
const LIKED = `SELECT id, EXISTS (SELECT 1 FROM kept_track WHERE kept_track.id = liked.id) FROM liked
  WHERE kind = 'track' AND id > ? ORDER BY id LIMIT ${STEP}`;
const LIKED_ALBUMS = `SELECT id FROM liked WHERE kind = 'album' AND id > ? ORDER BY id LIMIT ${STEP}`;
const COUNTED = `SELECT track_id, EXISTS (SELECT 1 FROM kept_track WHERE kept_track.id = track_id) FROM track_stats
  WHERE track_id > ? ORDER BY track_id LIMIT ${STEP}`;
const KEPT = `SELECT key, id, location, root, size, length, title, artist, album FROM kept_track
  WHERE key > ? ORDER BY key LIMIT ${STEP}`;
const ALIKE = `SELECT id FROM track WHERE size = ? AND length = ? AND title = ? AND artist_name = ? AND album_title = ?
  LIMIT 2`;
const KEPT_ALIKE = `SELECT id FROM kept_track WHERE size = ? AND length = ? AND title = ? AND artist = ? AND album = ?
  AND id <> ? AND id <> ? LIMIT 1`;

type Facts = readonly [
  location: string | null,
  root: string | null,
  size: number,
  length: number,
  title: string,
  artist: string,
  album: string,
];
type Kept = readonly [key: number, id: string, ...Facts];

export class MovedFiles {
  readonly #state: GuardedDatabase;
  readonly #records: GuardedDatabase;
  #running: Promise<number> | undefined;
  /** Somebody asked while a look was under way: what it has passed may have changed since. */
  #again = false;
  /** What people did is another thing since the last look. */
  #isOther = false;
  #stopped = false;
  /** Revision of the library at the last look that was not broken off. */
  #looked: number | undefined;

  constructor(private readonly deps: MovedFilesDeps) {
    this.#state = new GuardedDatabase(deps.state, deps.log);
    this.#records = new GuardedDatabase(deps.records, deps.log);
  }

  /** Looks after every scan from now on. @returns what ends that */
  follow(scanner: Pick<Scanner, 'subscribe' | 'read'>): () => void {
    return scanner.subscribe(() => {
      const { progress, last } = scanner.read();
      if (progress !== undefined || last === undefined) return;
      this.look().catch((error: unknown) => {
        this.deps.log.warn('moved files: search failed (playlists and likes keep their old paths)', { error });
      });
    });
  }

  /**
   * After a scan; nothing is done where it changed nothing. Joins a look that is under way, which then looks once more.
   * @returns how many tracks got another id
   */
  look(): Promise<number> {
    this.#again = true;
    this.#running ??= this.#run();
    return this.#running;
  }

  /** What people did is another thing now: looks, even if the library is what it was. As `look`. */
  lookAgain(): Promise<number> {
    this.#isOther = true;
    return this.look();
  }

  /** Resolves when a look that is under way has ended, which it does after its turn. May be called twice. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running?.catch(() => undefined);
  }

  async #run(): Promise<number> {
    let moved = 0;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const isOther = this.#isOther;
        this.#isOther = false;
        const revision = await this.#records.read((sql) => valuesOf(sql, REVISION).get() as number);
        if (revision === this.#looked && !isOther) continue;
        moved += await this.#look();
        await this.#followAlbums();
        await forgetUnnamed(this.#state, this.deps.kept, () => !this.#stopped);
        this.#looked = revision;
      }
    } finally {
      // In the turn in which no look was due any more: a request that comes right after it begins a new one.
      this.#running = undefined;
    }
    return moved;
  }

  async #look(): Promise<number> {
    const turn = new Turn();
    await this.#keepNamed(LIKED, turn);
    await this.#keepNamed(COUNTED, turn);
    const volumes = await Volumes.look(this.#records, pathsOf(this.deps.roots));
    let moved = 0;
    try {
      for (let last: number | undefined = 0; last !== undefined && !this.#stopped;) {
        const after: number = last;
        const rows = await this.#state.read((sql) => rowsOf(sql, KEPT).all(after) as Kept[]);
        const lost = await this.#learn(rows);
        await turn.end();
        for (let at = 0; at < lost.length; at += MOVES) {
          moved += await this.#move(await this.#found(lost.slice(at, at + MOVES), volumes, turn));
        }
        last = rows.length < STEP ? undefined : rows.at(-1)?.[0];
        await turn.end();
      }
    } finally {
      if (moved > 0) this.deps.moved();
    }
    if (moved > 0) this.deps.log.info('moved files: found again', { files: moved });
    return moved;
  }

  /** Likes of albums go to the albums that have their tracks now. */
  async #followAlbums(): Promise<void> {
    let followed = 0;
    for (let last: string | undefined = ''; last !== undefined && !this.#stopped;) {
      const after: string = last;
      const ids = await this.#state.read((sql) => valuesOf(sql, LIKED_ALBUMS).all(after) as string[]);
      const moves = await this.#records.read((sql) => movedAlbums(sql, ids));
      if (moves.length > 0) await this.#state.write((sql) => carryAlbumLikes(sql, moves));
      followed += moves.length;
      last = ids.length < STEP ? undefined : ids.at(-1);
    }
    if (followed > 0) this.deps.moved();
  }

  /** What likes and counts name is kept like the tracks of playlists. */
  async #keepNamed(statement: string, turn: Turn): Promise<void> {
    for (let last: string | undefined = ''; last !== undefined && !this.#stopped;) {
      const after: string = last;
      const rows = await this.#state.read((sql) => rowsOf(sql, statement).all(after) as [id: string, isKept: 0 | 1][]);
      const ids = rows.filter(([, isKept]) => isKept === 0).map(([id]) => id);
      if (ids.length > 0) {
        const some = JSON.stringify(ids);
        const facts = await factsOf(this.#records, some);
        await this.#state.write((sql) => keep(sql, some, facts));
      }
      last = rows.length < STEP ? undefined : rows.at(-1)?.[0];
      if (turn.isOver) await turn.end();
    }
  }

  /** What is known of these is brought up to date. @returns those that the library does not have, each id once */
  async #learn(rows: readonly Kept[]): Promise<Kept[]> {
    const kept = new Map(rows.map((row) => [row[1], row]));
    const facts = JSON.parse(await factsOf(this.#records, JSON.stringify([...kept.keys()]))) as [string, ...Facts][];
    const known = new Map(facts.map((fact) => [fact[0], fact]));
    const others = rows.flatMap(([, ...before]) => {
      const fact = known.get(before[0]);
      return fact === undefined || JSON.stringify(fact) === JSON.stringify(before) ? [] : [fact];
    });
    if (others.length > 0) await this.#state.write((sql) => learn(sql, JSON.stringify(others)));
    return [...kept.values()].filter(([, id]) => !known.has(id));
  }

  /** What these lost ones have become; nothing of those that are not certain. */
  async #found(lost: readonly Kept[], volumes: Volumes, turn: Turn): Promise<Move[]> {
    const moves: Move[] = [];
    for (const [, id, location, root, ...identity] of lost) {
      if (this.#stopped) break;
      if (turn.isOver) await turn.end();
      if (location === null || root === null || (await volumes.isAway(root))) continue;
      const alike = await this.#records.read((sql) => valuesOf(sql, ALIKE).all(...identity) as string[]);
      const [to] = alike;
      if (to === undefined || alike.length > 1) continue;
      const other = await this.#state.read((sql) => valuesOf(sql, KEPT_ALIKE).get(...identity, id, to));
      if (other === undefined && (await isGone(location))) moves.push([id, to]);
    }
    return moves;
  }

  async #move(moves: readonly Move[]): Promise<number> {
    if (moves.length === 0) return 0;
    // They may be moved again before the next look.
    const facts = await factsOf(this.#records, JSON.stringify(moves.map(([, to]) => to)));
    await this.#state.write((sql) => {
      carryOver(sql, moves);
      learn(sql, facts);
    });
    return moves.length;
  }
}
