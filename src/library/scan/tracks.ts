/**
 * Rows of tracks, with everything that hangs on them: artists, genres, albums, words to search for. Inside a transaction
 * of the scan worker; `settle` ends it.
 */
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { md5, recordId } from '../ids.js';
import { indexed } from '../search-words.js';
import { sortKey } from '../sort-key.js';
import { Albums, type Placed } from './albums.js';
import { Names } from './names.js';
import type { TrackList } from './track-list.js';
import { type TrackRecord, trackRecord } from './track-record.js';
import type { SplitArtists } from '../../tags/tag-rules.js';
import type { TrackTag } from '../../tags/track-tag.js';

/** A track of a file: the file itself, or one of the parts that a cue sheet names. */
export interface TrackFound {
  /** What the queue holds. */
  readonly location: string;
  readonly tag: TrackTag;
  /** Start and end of a part, in milliseconds of the file; an end of null is the end of the file. */
  readonly part: { readonly start: number; readonly end: number | null } | undefined;
}

export interface FileKeys {
  readonly root: number;
  readonly file: number;
  /** Absolute path of the folder family (`path-names.ts`) that the file lies in. */
  readonly family: string;
}

const COLUMNS = `root, file, part_start, part_end, title, sort_key, artist_name, album_title, album_artist, composer,
  genre_name, names_album_artist, has_release, artist, album, genre, track_number, disc_number, year, year_string, length, bitrate, frequency, size,
  updated_at`.split(/,\s*/);
const ADD = `INSERT INTO track (id, location, md5, created_at, ${COLUMNS.join(', ')})
  VALUES (?, ?, ?, ?, ${COLUMNS.map(() => '?').join(', ')})`;
const CHANGE = `UPDATE track SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')} WHERE key = ?`;
const OF_FILE = 'SELECT key, location, album FROM track WHERE file = ?';

const TEXTS = 'SELECT title, artist_name AS artistName, album_title AS album FROM track WHERE key = ?';
const NAMES = 'SELECT name FROM track_artist JOIN artist ON artist.key = track_artist.artist WHERE track = ?';

/**
 * Sort key, root and album repeat those of the track, for the lists of an artist and of a genre. They are bound, since an
 * `INSERT … SELECT` has SQLite keep a statement journal, which made a scan of MP3 files a third slower.
 */
const ADD_ARTIST = 'INSERT INTO track_artist (artist, sort, track, sort_key, root, album) VALUES (?, ?, ?, ?, ?, ?)';
const ADD_GENRE = 'INSERT INTO track_genre (genre, track, sort_key, root, album) VALUES (?, ?, ?, ?, ?)';

const WORDS_KEPT = 200;

interface Row {
  readonly key: number;
  readonly location: string;
  readonly album: number;
}

interface ArtistOfTrack {
  readonly artist: number;
  readonly sort: string | null;
}
type People = Pick<TrackRecord, 'artistName' | 'artists'>;

/** What a track refers to. */
interface PlacedTrack extends Placed {
  readonly values: readonly unknown[];
  readonly root: number;
  readonly titleKey: string;
  readonly artists: readonly number[];
  readonly genres: readonly number[];
}

export class Tracks {
  readonly #artists: Names;
  readonly #genres: Names;
  readonly #albums: Albums;
  readonly #list: TrackList | undefined;
  readonly #split: SplitArtists | undefined;
  readonly #ofFile: Statement<[number], Row>;
  readonly #add: Statement;
  readonly #change: Statement;
  readonly #setAlbum: Statement<[number, number]>;
  readonly #changeAlbumArtist: Statement<[string, number]>;
  readonly #texts: Statement<[number], Pick<TrackRecord, 'artistName' | 'album'> & { readonly title: string }>;
  readonly #namesOf: Statement<[number], string>;
  readonly #remove: Statement<[number]>;
  readonly #addWords: Statement<[number, string, string, string]>;
  readonly #removeWords: Statement<[number]>;
  readonly #artistsOf: Statement<[number], ArtistOfTrack>;
  readonly #genresOf: Statement<[number], number>;
  readonly #addArtist: Statement<[number, string | null, number, string, number, number]>;
  readonly #addGenre: Statement<[number, number, string, number, number]>;
  readonly #removeArtists: Statement<[number]>;
  readonly #removeGenres: Statement<[number]>;
  readonly #albumsOfFolder: Statement<[number], number>;
  readonly #albumHasTrack: Statement<[number], number>;
  readonly #artistHasTrack: Statement<[number], number>;
  readonly #genreHasTrack: Statement<[number], number>;
  readonly #words = new Map<string, string>();
  /** Albums whose cover may be another one now, where tracks of an album went to, and what may have lost its last track. */
  readonly #shown = new Set<number>();
  readonly #albumsLeft = new Set<number>();
  readonly #heirs = new Map<number, Set<number>>();
  readonly #artistsLeft = new Set<number>();
  /** Artists that tags sort, or sorted, in a way of their own. */
  readonly #artistsSorted = new Set<number>();
  readonly #genresLeft = new Set<number>();

  /**
   * @param list of all tracks, to be kept; it may be left out as long as there is none
   * @param split parts the artists of a text; the usual way when left out
   */
  constructor(sql: Sqlite, list?: TrackList, split?: SplitArtists) {
    this.#list = list;
    this.#split = split;
    this.#artists = new Names(sql, 'artist');
    this.#genres = new Names(sql, 'genre');
    this.#albums = new Albums(sql);
    const numbers = (text: string) => sql.prepare<[number], number>(text).pluck();
    this.#ofFile = sql.prepare(OF_FILE);
    this.#add = sql.prepare(ADD);
    this.#change = sql.prepare(CHANGE);
    this.#setAlbum = sql.prepare('UPDATE track SET album = ? WHERE key = ?');
    this.#changeAlbumArtist = sql.prepare('UPDATE track SET album_artist = ? WHERE key = ?');
    this.#texts = sql.prepare(TEXTS);
    this.#namesOf = sql.prepare<[number], string>(NAMES).pluck();
    this.#remove = sql.prepare('DELETE FROM track WHERE key = ?');
    this.#addWords = sql.prepare('INSERT INTO track_words (rowid, title, artist, album) VALUES (?, ?, ?, ?)');
    this.#removeWords = sql.prepare('DELETE FROM track_words WHERE rowid = ?');
    this.#artistsOf = sql.prepare('SELECT artist, sort FROM track_artist WHERE track = ?');
    this.#genresOf = numbers('SELECT genre FROM track_genre WHERE track = ?');
    this.#addArtist = sql.prepare(ADD_ARTIST);
    this.#addGenre = sql.prepare(ADD_GENRE);
    this.#removeArtists = sql.prepare('DELETE FROM track_artist WHERE track = ?');
    this.#removeGenres = sql.prepare('DELETE FROM track_genre WHERE track = ?');
    this.#albumsOfFolder = numbers(
      'SELECT DISTINCT track.album FROM file JOIN track ON track.file = file.key WHERE file.folder = ?',
    );
    this.#albumHasTrack = numbers('SELECT 1 FROM track WHERE album = ? LIMIT 1');
    this.#artistHasTrack = numbers('SELECT 1 FROM track_artist WHERE artist = ? LIMIT 1');
    this.#genreHasTrack = numbers('SELECT 1 FROM track_genre WHERE genre = ? LIMIT 1');
  }

  /** The tracks of a file are these, and no others any more. @param isNew the file had none before */
  put(keys: FileKeys, tracks: readonly TrackFound[], isNew: boolean): void {
    const rest = new Map(isNew ? [] : this.#ofFile.all(keys.file).map((row) => [row.location, row]));
    for (const track of tracks) {
      const row = rest.get(track.location);
      if (row === undefined) this.#insert(keys, track);
      else this.#update(keys, track, row);
      rest.delete(track.location);
    }
    for (const row of rest.values()) this.#delete(row);
  }

  /** The picture beside a folder's files is another one. */
  coverChanged(folder: number): void {
    for (const album of this.#albumsOfFolder.iterate(folder)) this.#shown.add(album);
  }

  /** A file is gone, with its tracks. */
  removeFile(file: number): void {
    for (const row of this.#ofFile.all(file)) this.#delete(row);
  }

  /** Puts albums together, chooses covers, and removes what has no track any more. */
  settle(): void {
    for (const album of this.#albumsLeft) this.#albums.changed(album);
    for (const { track, from, to } of this.#albums.regroup()) {
      this.#list?.remove(track);
      this.#setAlbum.run(to, track);
      this.#list?.add(track);
      this.#albumsLeft.add(from);
      this.#leave(from, to);
      this.#shown.add(from).add(to);
    }
    for (const { albumArtist, tracks } of this.#albums.describe().values()) {
      for (const track of tracks) this.#setAlbumArtist(track, albumArtist);
    }
    for (const album of this.#albumsLeft) {
      if (this.#albumHasTrack.get(album) === undefined) this.#removeAlbum(album);
      else this.#albums.handOver(album);
    }
    for (const album of this.#shown) if (this.#albums.chooseCover(album)) this.#list?.coverChanged(album);
    for (const artist of this.#artistsLeft) {
      if (this.#artistHasTrack.get(artist) === undefined) this.#artists.remove(artist);
    }
    for (const artist of this.#artistsSorted) this.#artists.sort(artist);
    for (const genre of this.#genresLeft) {
      if (this.#genreHasTrack.get(genre) === undefined) this.#genres.remove(genre);
    }
    this.#list?.settle();
    this.#albums.settled();
    this.#clear();
  }

  /** Whether something was left to the end of the scan: very large albums. */
  get isUnfinished(): boolean {
    return this.#albums.left.length > 0;
  }

  /** Takes up what was left, before the last transaction of a scan is settled. */
  resume(): void {
    for (const album of this.#albums.left) {
      this.#albumsLeft.add(album);
      this.#shown.add(album);
    }
    this.#albums.resume();
  }

  /** The transaction was rolled back. */
  forget(): void {
    for (const names of [this.#artists, this.#genres, this.#albums]) names.forget();
    this.#list?.forget();
    this.#clear();
  }

  #clear(): void {
    const sets = [this.#shown, this.#albumsLeft, this.#heirs, this.#artistsLeft, this.#genresLeft, this.#artistsSorted];
    for (const set of sets) set.clear();
  }

  #insert(keys: FileKeys, track: TrackFound): void {
    const now = unixSeconds();
    const record = trackRecord(track.tag, this.#split);
    const placed = this.#valuesOf(keys, track, record, now);
    const id = recordId('track', track.location);
    const key = Number(this.#add.run(id, track.location, md5(track.location), now, ...placed.values).lastInsertRowid);
    this.#link(key, record, placed);
  }

  #update(keys: FileKeys, track: TrackFound, { key, album }: Row): void {
    const record = trackRecord(track.tag, this.#split);
    const placed = this.#valuesOf(keys, track, record, unixSeconds());
    this.#unlink(key, album);
    if (placed.album !== album) this.#leave(album, placed.album);
    this.#change.run(...placed.values, key);
    this.#link(key, record, placed);
    this.#albums.relabel(placed.album, record);
  }

  #delete({ key, album }: Row): void {
    this.#unlink(key, album);
    this.#albums.lose(key, album);
    this.#remove.run(key);
  }

  #valuesOf(
    { root, file, family }: FileKeys,
    { tag, part }: TrackFound,
    record: TrackRecord,
    now: number,
  ): PlacedTrack {
    const artists = record.artists.map((name) => this.#artists.key(name));
    const genres = record.genres.map((name) => this.#genres.key(name));
    const artist = artists[0] ?? 0;
    const { album, albumArtist } = this.#albums.assign(record, artist, family);
    this.#shown.add(album);
    const titleKey = sortKey(tag.title);
    const values = [
      root,
      file,
      part?.start ?? null,
      part?.end ?? null,
      tag.title,
      titleKey,
      record.artistName,
      record.album,
      albumArtist,
      tag.composer,
      tag.genre,
      record.namesAlbumArtist ? 1 : 0,
      tag.releaseId === '' ? 0 : 1,
      artist,
      album,
      genres[0] ?? null,
      tag.trackNumber,
      tag.discNumber,
      tag.year,
      tag.yearString,
      tag.length,
      tag.bitrate,
      tag.sampleRate,
      tag.fileSize,
      now,
    ];
    return { values, root, titleKey, artists, genres, album, albumArtist };
  }

  #link(key: number, record: TrackRecord, placed: PlacedTrack): void {
    const { root, titleKey, album, artists, genres, albumArtist } = placed;
    this.#list?.add(key);
    let at = 0;
    for (const artist of artists) {
      const sort = record.artistSorts[at++] || null;
      this.#addArtist.run(artist, sort, key, titleKey, root, album);
      if (sort !== null) this.#artistsSorted.add(artist);
    }
    for (const genre of genres) this.#addGenre.run(genre, key, titleKey, root, album);
    const people = peopleOf(record, albumArtist);
    this.#addWords.run(key, indexed(record.tag.title), this.#wordsOf(people), this.#wordsOf(record.album));
  }

  /** As `indexed`; the tracks of an album have the same words. */
  #wordsOf(text: string): string {
    let words = this.#words.get(text);
    if (words === undefined) {
      if (this.#words.size >= WORDS_KEPT) this.#words.clear();
      this.#words.set(text, (words = indexed(text)));
    }
    return words;
  }

  #removeAlbum(album: number): void {
    this.#shown.delete(album);
    const renamed = this.#albums.remove(album, this.#heirOf(album));
    if (renamed !== undefined) this.#list?.coverChanged(renamed);
  }

  #leave(album: number, heir: number): void {
    const heirs = this.#heirs.get(album);
    if (heirs === undefined) this.#heirs.set(album, new Set([heir]));
    else heirs.add(heir);
  }

  /** The first that has a track of those that the tracks of an album went to, and went on to. */
  #heirOf(album: number): number | undefined {
    const met = new Set([album]);
    for (const each of met) {
      if (this.#albumHasTrack.get(each) !== undefined) return each;
      for (const heir of this.#heirs.get(each) ?? []) met.add(heir);
    }
    return undefined;
  }

  #setAlbumArtist(key: number, albumArtist: string): void {
    const row = this.#texts.get(key);
    if (row === undefined) return;
    this.#list?.remove(key);
    this.#changeAlbumArtist.run(albumArtist, key);
    this.#list?.add(key);
    const people = peopleOf({ ...row, artists: this.#namesOf.all(key) }, albumArtist);
    this.#removeWords.run(key);
    this.#addWords.run(key, indexed(row.title), this.#wordsOf(people), this.#wordsOf(row.album));
  }

  #unlink(key: number, album: number): void {
    this.#list?.remove(key);
    this.#albumsLeft.add(album);
    this.#shown.add(album);
    for (const { artist, sort } of this.#artistsOf.all(key)) {
      this.#artistsLeft.add(artist);
      if (sort !== null) this.#artistsSorted.add(artist);
    }
    for (const genre of this.#genresOf.all(key)) this.#genresLeft.add(genre);
    this.#removeArtists.run(key);
    this.#removeGenres.run(key);
    this.#removeWords.run(key);
  }
}

/** Everybody by whom a track is looked for. */
function peopleOf({ artistName, artists }: People, albumArtist: string): string {
  if (artists.length === 1 && artists[0] === artistName && albumArtist === artistName) return artistName;
  return [...new Set([artistName, ...artists, albumArtist])].join(' ');
}

function unixSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
