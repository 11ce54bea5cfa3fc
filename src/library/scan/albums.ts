/**
 * Puts tracks on albums, by the identities of albums (album-identity.ts), and describes albums by all of their tracks.
 * Inside a transaction of the scan worker.
 */
import { extname } from 'node:path';
import type { Statement } from 'better-sqlite3';
import type { Sqlite } from '../../database/sqlite.js';
import { sortKey } from '../sort-key.js';
import { factsOfTracks, textsOfRecords, type TrackTexts } from './album-facts.js';
import { AlbumGroups } from './album-groups.js';
import { AlbumHeirs } from './album-heirs.js';
import { groupIn, groupOf, identityIn, leadOf, releaseIdentity } from './album-identity.js';
import { AlbumRows, type KnownAlbum, type NewAlbum } from './album-rows.js';
import { ReleaseHomes } from './release-homes.js';
import { type TrackRecord, VARIOUS_ARTISTS } from './track-record.js';

/** Groups of albums that are kept in memory: a folder's tracks follow each other. */
const CAPACITY = 1000;
/** An album of more tracks is looked at as a whole once at first, and once at the end of a scan. */
const LARGE = 1000;

const IS_LARGE = `SELECT 1 FROM track WHERE album = ? LIMIT 1 OFFSET ${LARGE}`;
const LEAVE = 'UPDATE album SET is_unsettled = 1 WHERE key = ? AND is_unsettled = 0';
const LEFT = 'SELECT key FROM album WHERE is_unsettled = 1';
const TEXTS = `SELECT track.key, album_title AS title, album_artist AS albumArtist, names_album_artist AS isNamed,
    artist.name AS artist, year, year_string AS yearString
  FROM track CROSS JOIN artist ON artist.key = track.artist
  WHERE album = ? ORDER BY disc_number, track_number, track.key`;
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
  readonly #rows: AlbumRows;
  readonly #covers: AlbumCovers;
  readonly #heirs: AlbumHeirs;
  readonly #releases: ReleaseHomes;
  readonly #groups: AlbumGroups;
  /** Whose albums the tracks without an album artist are, by their groups. */
  readonly #artists = new Map<string, string>();
  /** Groups that are to be settled, and albums that are to be described, with their identities. */
  readonly #unsettled = new Set<string>();
  readonly #undescribed = new Map<number, string>();
  /** All tracks of albums that were made in this transaction, as long as all of them name their album artist. */
  readonly #records = new Map<number, TrackRecord[]>();
  /** Large albums that were looked at in this scan: what changes in them is settled at its end. */
  readonly #large = new Set<number>();
  #last = { family: '', title: '', artist: '', identity: '' };
  readonly #isLarge: Statement<[number], number>;
  readonly #leave: Statement<[number]>;
  readonly #left: Statement<[], number>;
  readonly #resume: Statement<[]>;
  readonly #texts: Statement<[number], TrackTexts>;

  constructor(sql: Sqlite) {
    this.#rows = new AlbumRows(sql);
    this.#covers = new AlbumCovers(sql);
    this.#heirs = new AlbumHeirs(sql, this.#rows);
    this.#releases = new ReleaseHomes(sql);
    this.#groups = new AlbumGroups(sql, this.#releases);
    this.#isLarge = sql.prepare<[number], number>(IS_LARGE).pluck();
    this.#leave = sql.prepare(LEAVE);
    this.#left = sql.prepare<[], number>(LEFT).pluck();
    this.#resume = sql.prepare('UPDATE album SET is_unsettled = 0 WHERE is_unsettled = 1');
    this.#texts = sql.prepare(TEXTS);
  }

  /**
   * The album of a track, as far as it is known before the transaction is settled.
   * @param artistKey of the first artist of the track @param family of its folder
   */
  assign(record: TrackRecord, artistKey: number, family: string): Placed {
    const { tag, album: title, namesAlbumArtist } = record;
    const hasRelease = tag.releaseId !== '';
    const group = namesAlbumArtist ? undefined : groupOf(family, title);
    let artist = record.albumArtist;
    if (group !== undefined && !hasRelease) artist = this.#artistOf(group, artist);
    const home = group === undefined ? this.#identityOf(family, title, artist) : group + leadOf(artist);
    const identity = hasRelease ? releaseIdentity(tag.releaseId) : (this.#releases.at(home, group) ?? home);
    const { year, yearString, label, copyright } = tag;
    const known =
      this.#rows.find(identity) ??
      this.#insert(identity, {
        ...{ title, artist, artistKey, sortKey: sortKey(tag.albumSort || title) },
        ...{ year, yearString, label, copyright },
      });
    if (hasRelease && this.#releases.put(known.key, home, group)) this.#unsettled.add(groupIn(home) ?? home);
    const isAlike = known.title === title && known.artist === record.albumArtist && known.year === year;
    if (!isAlike || known.yearString !== yearString) this.#undescribed.set(known.key, identity);
    if (namesAlbumArtist) this.#records.get(known.key)?.push(record);
    else this.#records.delete(known.key);
    return { album: known.key, albumArtist: artist };
  }

  /** Takes sort title, label and copyright from a tag that was changed. */
  relabel(key: number, { tag, album }: TrackRecord): void {
    this.#rows.label(key, tag.albumSort || (this.#rows.get(key)?.title ?? album), tag.label, tag.copyright);
    // The track was there before those that are added now.
    this.#records.delete(key);
  }

  /** A track of the album has changed, or is gone. */
  changed(key: number): void {
    if (this.#isLeft(key)) return;
    const { identity = '' } = this.#rows.get(key) ?? {};
    this.#undescribed.set(key, identity);
    this.#records.delete(key);
    const group = groupIn(identity);
    if (group !== undefined) this.#unsettled.add(group);
    else for (const each of this.#releases.changed(key)) this.#unsettled.add(each);
  }

  /** A track is about to be removed. */
  lose(track: number, album: number): void {
    this.#heirs.lose(track, album);
  }

  /** Settles where tracks without a release id belong. The caller moves the tracks that are returned. */
  *regroup(): Generator<Regrouped> {
    for (const group of this.#unsettled) {
      const { artist, misplaced } = this.#groups.look(group);
      if (artist !== undefined) this.#artists.set(group, artist);
      for (const { target, ...each } of misplaced) {
        const to = this.#rows.find(target) ?? this.#insert(target, each);
        this.#undescribed.set(each.album, each.identity).set(to.key, target);
        this.#records.delete(each.album);
        this.#records.delete(to.key);
        yield { track: each.track, from: each.album, to: to.key };
      }
    }
    this.#releases.settled();
    this.#unsettled.clear();
  }

  /** Describes albums by their tracks. @returns by their keys, those whose tracks have another album artist now */
  describe(): ReadonlyMap<number, Described> {
    const others = new Map<number, Described>();
    for (const [key, identity] of this.#undescribed) {
      if (this.#isLeft(key)) continue;
      const records = this.#records.get(key);
      const tracks = records === undefined ? this.#texts.all(key) : textsOfRecords(records);
      if (tracks.length === 0) continue;
      const facts = factsOfTracks(tracks);
      this.#rows.describe(key, identity, facts);
      const unlike = tracks.filter(({ isNamed, albumArtist }) => isNamed === 0 && albumArtist !== facts.artist);
      if (unlike.length > 0) others.set(key, { albumArtist: facts.artist, tracks: unlike.map((track) => track.key) });
    }
    this.#undescribed.clear();
    return others;
  }

  /** Chooses the cover anew, as the last step for an album. @returns whether it is another one */
  chooseCover(key: number): boolean {
    if (this.#isLeft(key)) return false;
    if (this.#isLarge.get(key) === 1) this.#large.add(key);
    return this.#covers.choose(key);
  }

  handOver(key: number): void {
    if (!this.#isLeft(key)) this.#rows.handOver(key);
  }

  /** The last track of an album is gone. @param heir that its tracks went to @returns an album that has another id now */
  remove(key: number, heir: number | undefined): number | undefined {
    const row = this.#rows.get(key);
    if (row === undefined) return undefined;
    this.#rows.remove(row);
    this.#releases.remove(key);
    return this.#heirs.inherit(row, heir);
  }

  /** Large albums that were left to the end of a scan, of this one or of one that was broken off. */
  get left(): readonly number[] {
    return this.#left.all();
  }

  /** The scan is about to end: nothing is left any longer. */
  resume(): void {
    this.#large.clear();
    this.#resume.run();
  }

  /** The transaction is about to end. */
  settled(): void {
    this.#heirs.settled();
    this.#rows.settled();
    this.#records.clear();
  }

  /** The transaction was rolled back. */
  forget(): void {
    this.#rows.forget();
    this.#releases.forget();
    this.#heirs.forget();
    for (const set of [this.#artists, this.#unsettled, this.#undescribed, this.#records, this.#large]) set.clear();
  }

  #isLeft(key: number): boolean {
    if (!this.#large.has(key)) return false;
    this.#leave.run(key);
    return true;
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

  #insert(identity: string, album: NewAlbum): KnownAlbum {
    const known = this.#rows.insert(identity, album);
    if (this.#rows.added.has(known.key)) this.#records.set(known.key, []);
    return known;
  }
}

/** In the order of the album, so that the same files always give the same cover. */
const PICTURE = `SELECT folder.path || '/' || file.name AS cover, file.picture AS ending
  FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND file.picture IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;

const IMAGE = `SELECT folder.cover FROM track JOIN file ON file.key = track.file JOIN folder ON folder.key = file.folder
  WHERE track.album = ? AND folder.cover IS NOT NULL ORDER BY disc_number, track_number, track.key LIMIT 1`;

const SHOW = `UPDATE album SET cover = $cover, cover_ending = $ending
  WHERE key = $key AND (cover, cover_ending) IS NOT ($cover, $ending)`;

interface Picture {
  readonly cover: string;
  readonly ending: string;
}

class AlbumCovers {
  readonly #picture: Statement<[number], Picture>;
  readonly #image: Statement<[number], string>;
  readonly #show: Statement<[{ cover: string | null; ending: string | null; key: number }]>;

  constructor(sql: Sqlite) {
    this.#picture = sql.prepare(PICTURE);
    this.#image = sql.prepare<[number], string>(IMAGE).pluck();
    this.#show = sql.prepare(SHOW);
  }

  /** A picture inside a track, else an image beside one. @returns whether the cover is another one now */
  choose(album: number): boolean {
    const picture = this.#picture.get(album);
    const image = picture === undefined ? this.#image.get(album) : undefined;
    const ending = image === undefined ? picture?.ending : endingOf(image);
    return this.#show.run({ cover: picture?.cover ?? image ?? null, ending: ending ?? null, key: album }).changes > 0;
  }
}

function endingOf(image: string): string {
  return extname(image).slice(1).toLowerCase().replace('jpeg', 'jpg');
}
