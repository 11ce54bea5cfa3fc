/**
 * Rows of albums: found or made by what tells them apart (album-identity.ts), and described by all of their tracks. Inside
 * a transaction of the scan worker.
 */
import { extname } from 'node:path';
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { albumMd5, recordId } from '../ids.js';
import { indexed } from '../search-words.js';
import { sortKey } from '../sort-key.js';
import { commonArtist, groupIn, groupOf, identityIn, leadOf, releaseIdentity } from './album-identity.js';
import { type TrackRecord, VARIOUS_ARTISTS } from './track-record.js';

/** Albums, and groups of them, that are kept in memory: a folder's tracks follow each other. */
const CAPACITY = 1000;
/** Behind every identity of a group. */
const LAST = '\u{10ffff}';

const FIND = `SELECT key, title, artist_name AS artist, year, year_string AS yearString FROM album WHERE identity = ?`;
/** What was an album of these texts before albums had identities becomes the first one of them that is found. */
const ADOPT = 'UPDATE album SET identity = ? WHERE identity = ?';
const HAS_OLD = `SELECT 1 FROM album WHERE identity >= '0' AND identity < 'g' LIMIT 1`;
const HAS_MOVED = 'SELECT 1 FROM album_moved LIMIT 1';
const ADD = `INSERT INTO album
    (id, identity, md5, title, sort_key, artist_name, artist, year, year_string, label, copyright)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING`;
const DESCRIBE = `UPDATE album SET md5 = $md5, title = $title, sort_key = iif(title = $title, sort_key, $sortKey),
    artist_name = $artist, year = $year, year_string = $yearString
  WHERE key = $key`;
const TEXTS = `SELECT track.key, album_title AS title, album_artist AS albumArtist, names_album_artist AS isNamed,
    artist.name AS artist, year, year_string AS yearString
  FROM track CROSS JOIN artist ON artist.key = track.artist
  WHERE album = ? ORDER BY disc_number, track_number, track.key`;
/** Tracks of a group of albums whose tags name no album artist; those that were not read again are not among them. */
const LOOSE = `SELECT track.key AS track, album.key AS album, album.identity, artist.key AS artistKey,
    artist.name AS artist, album_title AS title, album.sort_key AS sortKey, track.year, track.year_string AS yearString,
    label, copyright
  FROM album CROSS JOIN track ON track.album = album.key CROSS JOIN artist ON artist.key = track.artist
  WHERE album.identity > ? AND album.identity < ? AND names_album_artist = 0
  ORDER BY disc_number, track_number, track.key`;
/** An album of the same texts, such as the same one in the folder that it was moved to. */
const TWIN = `SELECT key, id FROM album WHERE md5 = ? AND key <> ?
  AND EXISTS (SELECT 1 FROM track WHERE track.album = album.key) ORDER BY key LIMIT 1`;
/** In the order of the album, so that the same files always give the same cover. */
const PICTURE = `SELECT folder.path || '/' || file.name AS cover, file.picture AS ending
  FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND file.picture IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const IMAGE = `SELECT folder.cover FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND folder.cover IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;
const SHOW = `UPDATE album SET cover = $cover, cover_ending = $ending
  WHERE key = $key AND (cover, cover_ending) IS NOT ($cover, $ending)`;
/** The artist of an album is one of its tracks'. */
const HAND_OVER = `UPDATE album SET artist =
    (SELECT track.artist FROM track WHERE track.album = album.key ORDER BY disc_number, track_number, track.key LIMIT 1)
  WHERE key = ? AND NOT EXISTS (SELECT 1 FROM track WHERE track.album = album.key AND track.artist = album.artist)`;

interface Picture {
  readonly cover: string;
  readonly ending: string;
}

/** What an album is shown with, of what its tracks may say otherwise. */
interface Facts {
  readonly title: string;
  readonly artist: string;
  readonly year: number;
  readonly yearString: string;
}

interface Known extends Facts {
  readonly key: number;
}

interface NewAlbum extends Facts {
  readonly artistKey: number;
  readonly sortKey: string;
  readonly label: string;
  readonly copyright: string;
}

interface TrackTexts extends Facts {
  readonly key: number;
  readonly albumArtist: string;
  /** 2: not read again since an earlier version. */
  readonly isNamed: 0 | 1 | 2;
}

interface LooseTrack extends NewAlbum {
  readonly track: number;
  readonly album: number;
  readonly identity: string;
}

interface Row {
  readonly key: number;
  readonly id: string;
  readonly identity: string;
  readonly md5: string;
  readonly title: string;
}

/** Where a track belongs. */
export interface Placed {
  readonly album: number;
  readonly albumArtist: string;
}

/** A track that belongs to another album than it was put to. */
export interface Regrouped {
  readonly track: number;
  readonly from: number;
  readonly to: number;
}

/** Tracks that have another album artist now. */
export interface Described {
  readonly albumArtist: string;
  readonly tracks: readonly number[];
}

export class Albums {
  readonly #known = new Map<string, Known>();
  /** Whose albums the tracks without an album artist are, by their groups. */
  readonly #artists = new Map<string, string>();
  /** Groups that are to be settled, and albums that are to be described, with their identities. */
  readonly #unsettled = new Set<string>();
  readonly #undescribed = new Map<number, string>();
  /** Made in this transaction: nobody has seen them. With their tracks, as long as all of them name their album artist. */
  readonly #added = new Map<number, TrackRecord[] | undefined>();
  #last = { family: '', title: '', artist: '', identity: '' };
  /** Whether there are albums without an identity, whose MD5 stands in its place, and albums that are gone. */
  readonly #hasOld: boolean;
  #hasMoved: boolean;
  readonly #find: Statement<[string], Known>;
  readonly #adopt: Statement<[string, string]>;
  readonly #add: Statement;
  readonly #addWords: Statement<[number, string, string]>;
  readonly #label: Statement<[string, string, string, number]>;
  readonly #describe: Statement;
  readonly #texts: Statement<[number], TrackTexts>;
  readonly #loose: Statement<[string, string], LooseTrack>;
  readonly #picture: Statement<[number], Picture>;
  readonly #image: Statement<[number], string>;
  readonly #show: Statement<[{ cover: string | null; ending: string | null; key: number }]>;
  readonly #handOver: Statement<[number]>;
  readonly #row: Statement<[number], Row>;
  readonly #twin: Statement<[string, number], { readonly key: number; readonly id: string }>;
  readonly #setId: Statement<[string, number]>;
  readonly #move: Statement<[string, string]>;
  readonly #isBack: Statement<[string]>;
  readonly #remove: Statement<[number]>;
  readonly #removeWords: Statement<[number]>;

  constructor(sql: Sqlite) {
    this.#hasOld = sql.prepare(HAS_OLD).get() !== undefined;
    this.#hasMoved = sql.prepare(HAS_MOVED).get() !== undefined;
    this.#find = sql.prepare(FIND);
    this.#adopt = sql.prepare(ADOPT);
    this.#add = sql.prepare(ADD);
    this.#addWords = sql.prepare('INSERT INTO album_words (rowid, title, artist) VALUES (?, ?, ?)');
    this.#label = sql.prepare('UPDATE album SET sort_key = ?, label = ?, copyright = ? WHERE key = ?');
    this.#describe = sql.prepare(DESCRIBE);
    this.#texts = sql.prepare(TEXTS);
    this.#loose = sql.prepare(LOOSE);
    this.#picture = sql.prepare(PICTURE);
    this.#image = sql.prepare<[number], string>(IMAGE).pluck();
    this.#show = sql.prepare(SHOW);
    this.#handOver = sql.prepare(HAND_OVER);
    this.#row = sql.prepare('SELECT key, id, identity, md5, title FROM album WHERE key = ?');
    this.#twin = sql.prepare(TWIN);
    this.#setId = sql.prepare('UPDATE album SET id = ? WHERE key = ?');
    this.#move = sql.prepare(
      'INSERT INTO album_moved (was, id) VALUES (?, ?) ON CONFLICT DO UPDATE SET id = excluded.id',
    );
    this.#isBack = sql.prepare('DELETE FROM album_moved WHERE was = ?');
    this.#remove = sql.prepare('DELETE FROM album WHERE key = ?');
    this.#removeWords = sql.prepare('DELETE FROM album_words WHERE rowid = ?');
  }

  /**
   * The album of a track, as far as it is known before the transaction is settled.
   * @param artistKey of the first artist of the track @param family of its folder
   */
  place(record: TrackRecord, artistKey: number, family: string): Placed {
    const { tag, album: title, namesAlbumArtist } = record;
    let artist = record.albumArtist;
    let identity: string;
    if (tag.releaseId !== '') identity = releaseIdentity(tag.releaseId);
    else if (namesAlbumArtist) identity = this.#identityOf(family, title, artist);
    else {
      const group = groupOf(family, title);
      artist = this.#artistOf(group, artist);
      identity = group + leadOf(artist);
    }
    const { year, yearString, label, copyright } = tag;
    const known =
      this.#knownOf(identity) ??
      this.#insert(identity, {
        ...{ title, artist, artistKey, sortKey: sortKey(tag.albumSort || title) },
        ...{ year, yearString, label, copyright },
      });
    const isAlike = known.title === title && known.artist === record.albumArtist && known.year === year;
    if (!isAlike || known.yearString !== yearString) this.#undescribed.set(known.key, identity);
    if (namesAlbumArtist) this.#added.get(known.key)?.push(record);
    else this.#forgetTracks(known.key);
    return { album: known.key, albumArtist: artist };
  }

  /** A tag that was changed tells anew what does not name the album. */
  relabel(key: number, { tag, album }: TrackRecord): void {
    const title = this.#row.get(key)?.title ?? album;
    this.#label.run(sortKey(tag.albumSort || title), tag.label, tag.copyright, key);
    // The track was there before those that are added now.
    this.#forgetTracks(key);
  }

  /** A track of the album has changed, or is gone. */
  changed(key: number): void {
    const { identity = '' } = this.#row.get(key) ?? {};
    this.#undescribed.set(key, identity);
    this.#forgetTracks(key);
    const group = groupIn(identity);
    if (group !== undefined) this.#unsettled.add(group);
  }

  /** Settles whose albums the tracks without an album artist are. The caller moves the tracks that are told. */
  *regroup(): Generator<Regrouped> {
    for (const group of this.#unsettled) {
      const tracks = this.#loose.all(group, group + LAST);
      const artist = commonArtist(tracks.map((track) => track.artist));
      if (tracks.length > 0) this.#artists.set(group, artist);
      const identity = group + leadOf(artist);
      for (const each of tracks.filter((track) => track.identity !== identity)) {
        const to = this.#knownOf(identity) ?? this.#insert(identity, { ...each, artist });
        this.#undescribed.set(each.album, each.identity).set(to.key, identity);
        this.#forgetTracks(each.album);
        this.#forgetTracks(to.key);
        yield { track: each.track, from: each.album, to: to.key };
      }
    }
    this.#unsettled.clear();
  }

  /**
   * Describes albums by their tracks: the title, the album artist and the year that most of them have.
   * @returns by their keys, those whose tracks have another album artist now
   */
  describe(): ReadonlyMap<number, Described> {
    const others = new Map<number, Described>();
    for (const [key, identity] of this.#undescribed) {
      const tracks = this.#textsOf(key);
      if (tracks.length === 0) continue;
      const named = tracks.filter(({ isNamed }) => isNamed !== 0).map(({ albumArtist }) => albumArtist);
      const artist = mostFrequent(named) ?? commonArtist(tracks.map((track) => track.artist));
      const year = mostFrequent(tracks.flatMap((track) => (track.year === 0 ? [] : track.year))) ?? 0;
      const title = mostFrequent(tracks.map((track) => track.title)) ?? '';
      const inYear = tracks.filter((track) => track.year === year && track.yearString !== '');
      this.#put(key, identity, {
        title,
        artist,
        year,
        yearString: mostFrequent(inYear.map(({ yearString }) => yearString)) ?? '',
      });
      const unlike = tracks.filter(({ isNamed, albumArtist }) => isNamed === 0 && albumArtist !== artist);
      if (unlike.length > 0) others.set(key, { albumArtist: artist, tracks: unlike.map((track) => track.key) });
    }
    this.#undescribed.clear();
    return others;
  }

  /** Chooses the cover anew: a picture inside a track, else an image beside one. @returns whether it is another one */
  chooseCover(key: number): boolean {
    const picture = this.#picture.get(key);
    const image = picture === undefined ? this.#image.get(key) : undefined;
    const ending = image === undefined ? picture?.ending : endingOf(image);
    return this.#show.run({ cover: picture?.cover ?? image ?? null, ending: ending ?? null, key }).changes > 0;
  }

  handOver(key: number): void {
    this.#handOver.run(key);
  }

  /**
   * The last track of an album is gone. Its likes go to the album that has its tracks now; where the files were moved, that
   * is one of the same texts, which gets the id too.
   * @param heir that its tracks went to @returns an album that has another id now
   */
  remove(key: number, heir: number | undefined): number | undefined {
    const row = this.#row.get(key);
    if (row === undefined) return undefined;
    this.#known.delete(row.identity);
    this.#remove.run(key);
    this.#removeWords.run(key);
    if (this.#added.has(key)) return undefined;
    const after = heir === undefined ? this.#twin.get(row.md5, key) : this.#row.get(heir);
    if (after === undefined) return undefined;
    this.#hasMoved = true;
    if (heir !== undefined || row.id === recordId('album', row.identity)) {
      this.#move.run(row.id, after.id);
      return undefined;
    }
    this.#setId.run(row.id, after.key);
    if (!this.#added.has(after.key)) this.#move.run(after.id, row.id);
    return after.key;
  }

  /** The transaction is about to end: albums that were added in it are there to stay, with ids that may be old ones. */
  settled(): void {
    for (const key of this.#hasMoved ? this.#added.keys() : []) {
      const added = this.#row.get(key);
      if (added !== undefined) this.#isBack.run(added.id);
    }
    this.#added.clear();
  }

  /** A transaction was rolled back: rows that were added in it are gone. */
  forget(): void {
    for (const set of [this.#known, this.#artists, this.#unsettled, this.#undescribed, this.#added]) set.clear();
  }

  #forgetTracks(key: number): void {
    if (this.#added.has(key)) this.#added.set(key, undefined);
  }

  /** What the tracks of an album say, in its order. */
  #textsOf(key: number): TrackTexts[] {
    const records = this.#added.get(key);
    if (records === undefined) return this.#texts.all(key);
    const inOrder = records.toSorted(({ tag: one }, { tag: other }) => {
      return one.discNumber - other.discNumber || one.trackNumber - other.trackNumber;
    });
    return inOrder.map(({ tag: { year, yearString }, album: title, albumArtist, artists: [artist = ''] }) => {
      return { key: 0, title, albumArtist, isNamed: 1, artist, year, yearString };
    });
  }

  /** Where a tag names the album artist; mostly as that of the track before. */
  #identityOf(family: string, title: string, artist: string): string {
    const last = this.#last;
    if (last.family === family && last.title === title && last.artist === artist) return last.identity;
    const identity = identityIn(groupOf(family, title), artist);
    this.#last = { family, title, artist, identity };
    return identity;
  }

  /** Whose album a track without an album artist is on, as it seems now. */
  #artistOf(group: string, artist: string): string {
    const known = this.#artists.get(group);
    if (known !== undefined && leadOf(known) === leadOf(artist)) return known;
    if (this.#artists.size >= CAPACITY) this.#artists.clear();
    const now = known === undefined ? artist : VARIOUS_ARTISTS;
    if (known !== VARIOUS_ARTISTS) this.#unsettled.add(group);
    this.#artists.set(group, now);
    return now;
  }

  #knownOf(identity: string): Known | undefined {
    const known = this.#known.get(identity) ?? this.#find.get(identity);
    if (known !== undefined) this.#keep(identity, known);
    return known;
  }

  #keep(identity: string, known: Known): void {
    if (this.#known.size >= CAPACITY) this.#known.clear();
    this.#known.set(identity, known);
  }

  #insert(identity: string, album: NewAlbum): Known {
    const { title, artist, artistKey, year, yearString, label, copyright } = album;
    const md5 = albumMd5(artist, title, year);
    const isOld = this.#hasOld && this.#adopt.run(identity, md5).changes > 0;
    const adopted = isOld ? this.#find.get(identity) : undefined;
    if (adopted !== undefined) {
      this.#keep(identity, adopted);
      return adopted;
    }
    const values = [identity, md5, title, album.sortKey, artist, artistKey, year, yearString, label, copyright];
    let id = recordId('album', md5);
    let added = this.#add.run(id, ...values);
    if (added.changes === 0) {
      id = recordId('album', identity);
      added = this.#add.run(id, ...values);
    }
    const key = Number(added.lastInsertRowid);
    this.#added.set(key, []);
    this.#addWords.run(key, indexed(title), indexed(artist));
    const known = { key, title, artist, year, yearString };
    this.#keep(identity, known);
    return known;
  }

  #put(key: number, identity: string, facts: Facts): void {
    const { title, artist, year, yearString } = facts;
    const known = this.#knownOf(identity);
    const isRenamed = known?.title !== title || known.artist !== artist;
    if (!isRenamed && known.year === year && known.yearString === yearString) return;
    this.#describe.run({ ...facts, md5: albumMd5(artist, title, year), sortKey: sortKey(title), key });
    this.#keep(identity, { ...facts, key });
    if (!isRenamed) return;
    this.#removeWords.run(key);
    this.#addWords.run(key, indexed(title), indexed(artist));
  }
}

/** The most frequent value, the first of several that are equally frequent; undefined for an empty list. */
function mostFrequent<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<Value, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  let best: Value | undefined;
  for (const [value, count] of counts) if (count > (best === undefined ? 0 : (counts.get(best) ?? 0))) best = value;
  return best;
}

function endingOf(image: string): string {
  return extname(image).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
