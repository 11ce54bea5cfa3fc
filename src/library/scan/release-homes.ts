/**
 * Where releases of MusicBrainz lie (table `release_home`): tracks without a release id join the release of their folder,
 * title and album artist. A home is the identity that a track of the release would have without its id, and the whole
 * group where its tag names no album artist. Inside a transaction of the scan worker.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { familyOf } from '../../tags/path-names.js';
import { groupIn, groupOf, identityIn, LAST, leadOf } from './album-identity.js';

/** Homes that are kept in memory. */
const CAPACITY = 1000;

const HAS_HOMES = 'SELECT 1 FROM release_home LIMIT 1';
const ADD = 'INSERT INTO release_home (home, album) VALUES (?, ?) ON CONFLICT DO NOTHING';
const REMOVE = 'DELETE FROM release_home WHERE home = ? AND album = ?';
const FIRST = `SELECT min(album.identity) FROM release_home CROSS JOIN album ON album.key = release_home.album
  WHERE home = ?`;
const IN_GROUP = `SELECT home, album.key AS album, album.identity
  FROM release_home CROSS JOIN album ON album.key = release_home.album WHERE home >= ? AND home < ?
  ORDER BY album.identity`;
/** Whether a group has albums, or homes of other releases. */
const HAS_OTHERS = `SELECT EXISTS (SELECT 1 FROM album WHERE identity > $group AND identity < $last)
  OR EXISTS (SELECT 1 FROM release_home WHERE home >= $group AND home < $last AND album <> $album)`;
const TRACKS = `SELECT folder.path AS folder, root.path AS volume, album_title AS title,
    iif(names_album_artist, album_artist, artist.name) AS artist, names_album_artist AS isNamed, has_release AS hasRelease
  FROM track CROSS JOIN artist ON artist.key = track.artist CROSS JOIN file ON file.key = track.file
    CROSS JOIN folder ON folder.key = file.folder CROSS JOIN root ON root.key = track.root
  WHERE album = ? AND names_album_artist <> 2`;

interface Home {
  readonly home: string;
  readonly album: number;
  readonly identity: string;
}

interface Track {
  readonly folder: string;
  readonly volume: string;
  readonly title: string;
  readonly artist: string;
  readonly isNamed: 0 | 1;
  readonly hasRelease: 0 | 1;
}

export class ReleaseHomes {
  #hasHomes: boolean;
  /** What was put. */
  readonly #known = new Set<string>();
  /** Identity of the release that tracks of a home join, or an empty text. */
  readonly #first = new Map<string, string>();
  /** Homes in which no track names the release any more, until tracks that joined it there have left it. */
  readonly #lost = new Map<string, readonly [home: string, album: number]>();
  readonly #add: Statement<[string, number]>;
  readonly #remove: Statement<[string, number]>;
  readonly #findFirst: Statement<[string], string | null>;
  readonly #inGroup: Statement<[string, string], Home>;
  readonly #hasOthers: Statement<[{ group: string; last: string; album: number }], number>;
  readonly #homesOf: Statement<[number], string>;
  readonly #tracks: Statement<[number], Track>;
  readonly #removeAll: Statement<[number]>;

  constructor(sql: Sqlite) {
    this.#hasHomes = sql.prepare(HAS_HOMES).get() !== undefined;
    this.#add = sql.prepare(ADD);
    this.#remove = sql.prepare(REMOVE);
    this.#findFirst = sql.prepare<[string], string | null>(FIRST).pluck();
    this.#inGroup = sql.prepare(IN_GROUP);
    this.#hasOthers = sql.prepare<[{ group: string; last: string; album: number }], number>(HAS_OTHERS).pluck();
    this.#homesOf = sql.prepare<[number], string>('SELECT home FROM release_home WHERE album = ?').pluck();
    this.#tracks = sql.prepare(TRACKS);
    this.#removeAll = sql.prepare('DELETE FROM release_home WHERE album = ?');
  }

  /**
   * The identity of the release that a track without an id joins; undefined where there is none.
   * @param group of a track whose tag names no album artist
   */
  at(home: string, group: string | undefined): string | undefined {
    if (!this.#hasHomes) return undefined;
    return (group === undefined ? '' : this.#firstAt(group)) || this.#firstAt(home) || undefined;
  }

  /**
   * A track that names the release lies here.
   * @param group of a track whose tag names no album artist
   * @returns whether this is new, and the group has tracks that may join or leave a release by it
   */
  put(album: number, home: string, group: string | undefined): boolean {
    const pair = pairOf(home, album);
    if (this.#known.has(pair)) return false;
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.add(pair);
    let added = 0;
    for (const each of group === undefined ? [home] : [home, group]) {
      added += this.#add.run(each, album).changes;
      this.#first.delete(each);
    }
    this.#hasHomes = true;
    if (added === 0) return false;
    const all = groupIn(home) ?? home;
    return this.#hasOthers.get({ group: all, last: all + LAST, album }) === 1;
  }

  /** Tracks of a release have changed. @returns groups in which tracks may join or leave it by that */
  changed(album: number): ReadonlySet<string> {
    const homes = this.#homesOf.all(album);
    const tracks = homes.length === 0 ? [] : this.#tracks.all(album);
    const live = new Set(tracks.filter(({ hasRelease }) => hasRelease === 1).flatMap(homesOf));
    const lost = homes.filter((home) => !live.has(home));
    for (const home of lost) this.#lost.set(pairOf(home, album), [home, album]);
    const isShared = tracks.some(({ hasRelease }) => hasRelease === 0);
    return new Set((isShared ? homes : lost).map((home) => groupIn(home) ?? home));
  }

  /** What joins which release in a group, by homes; and all releases that its tracks may be on. */
  inGroup(group: string): { readonly identities: ReadonlyMap<string, string>; readonly albums: ReadonlySet<number> } {
    const identities = new Map<string, string>();
    const albums = new Set<number>();
    for (const { home, album, identity } of this.#hasHomes ? this.#inGroup.all(group, group + LAST) : []) {
      albums.add(album);
      if (!this.#lost.has(pairOf(home, album)) && !identities.has(home)) identities.set(home, identity);
    }
    return { identities, albums };
  }

  /** All groups are settled: nothing is on a release any more where that was lost. */
  settled(): void {
    for (const [home, album] of this.#lost.values()) this.#remove.run(home, album);
    if (this.#lost.size > 0) this.forget();
  }

  /** An album is gone. */
  remove(album: number): void {
    if (this.#hasHomes && this.#removeAll.run(album).changes > 0) this.forget();
  }

  /** Nothing is known any more, as after a transaction that was rolled back. */
  forget(): void {
    this.#known.clear();
    this.#first.clear();
    this.#lost.clear();
  }

  #firstAt(home: string): string {
    let first = this.#first.get(home);
    if (first === undefined) {
      if (this.#first.size >= CAPACITY) this.#first.clear();
      this.#first.set(home, (first = this.#findFirst.get(home) ?? ''));
    }
    return first;
  }
}

function pairOf(home: string, album: number): string {
  return `${album}\n${home}`;
}

function homesOf({ folder, volume, title, artist, isNamed }: Track): readonly string[] {
  const group = groupOf(familyOf(folder, volume).path, title);
  return isNamed === 1 ? [identityIn(group, artist)] : [group + leadOf(artist), group];
}
