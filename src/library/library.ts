/**
 * The library as the rest of the house sees it: lists of records by their keys, records as JSON, what is known of the
 * queue's locations, likes, streams and how often tracks were played. Thread: main; every call returns within milliseconds to the event loop, however
 * large the library is. What the scanner found is only read here; its worker writes it.
 * @throws Unavailable from every call: LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something. A retry helps
 * when the disk is well again.
 */
import { randomInt } from 'node:crypto';

import type { Database } from '../database/database.js';
import { NotFound } from '../errors.js';
import type { Log } from '../log.js';
import { Finder } from './finding/finder.js';
import type { RecordKind } from './ids.js';
import type { Letter } from './letters.js';
import type { RuleCriteria } from './rules/criteria.js';
import type { Wanted } from './rules/matches.js';
import { RuleBook } from './rules/rule-book.js';
import { ShelfReader } from './shelves.js';
import { Entries, type KnownEntries } from './store/entries.js';
import { GuardedDatabase } from '../database/guarded.js';
import { KeptTracks } from './store/kept-tracks.js';
import { readLetters } from './store/letters.js';
import { type LikedKind, Likes } from './store/likes.js';
import { type KeyList, type Keys, listOf, LISTS, membersOfGenre, shownKeysOf, SqlList } from './store/lists.js';
import { ALBUM_ORDERS, type AlbumOrder, inOrder, Orders } from './store/orders.js';
import { type CoverPath, coverOfTrack, coversAfter, fileOfTrack, locationsOf, pictureOf } from './store/media.js';
import { allLocations, type Named, namedTracks } from './store/named-tracks.js';
import { type Part, partAt, partsOf } from './store/parts.js';
import { Songs } from './store/songs.js';
import { idOf, keyOf, type RecordKey, recordsJson, type Shape } from './store/records.js';
import { type KnownRoot, KnownRoots } from './store/known-roots.js';
import { valuesOf } from '../database/statements.js';
import { neighboursJson } from './store/track-list.js';
import { NOTHING_FOUND, questionOf, search, type SearchResults } from './store/search.js';
import { type StatsOfTrack, TrackStats } from './store/stats.js';
import { type StoredStream, type StreamFacts, Streams } from './store/streams.js';
import { nextTurn } from './turn.js';

export interface LibraryDeps {
  /** What the scanner found. */
  readonly records: Database;
  /** What people did. */
  readonly state: Database;
  readonly log: Log;
}

/** Keys of a list that are gone over in turns of their own. */
const LONG = 1000;
/** Seeds of random orders are below this. */
const SEEDS = 2 ** 32;

const REVISION = `SELECT revision || (SELECT coalesce(group_concat('-' || key, ''), '') FROM root WHERE NOT available)
  FROM library`;

export class Library {
  readonly #records: GuardedDatabase;
  readonly #log: Log;
  readonly #entries = new WeakMap<Shape<'track'>, Entries>();
  readonly #likes: Likes;
  readonly #streams: Streams;
  readonly #stats: TrackStats;
  readonly #rules: RuleBook;
  readonly #roots: KnownRoots;
  /** What playlists, likes and counts name. */
  readonly kept: KeptTracks;
  /** What Home shows. */
  readonly shelves: ShelfReader;
  /** All albums and tracks, in orders to choose from. */
  readonly orders: Orders;
  /** Searches beyond tracks, albums and artists. */
  readonly finder: Finder;
  /** Tracks by their folders. */
  readonly songs: Songs;
  #entriesFailed = false;

  constructor({ records, state, log }: LibraryDeps) {
    const people = new GuardedDatabase(state, log);
    this.#records = new GuardedDatabase(records, log);
    this.#log = log;
    this.#likes = new Likes(people);
    this.#streams = new Streams(people);
    this.#stats = new TrackStats(people);
    this.#rules = new RuleBook({
      database: this.#records,
      likes: this.#likes,
      stats: this.#stats,
      revision: () => this.revision(),
      all: (kind) => this.all(kind).keys(),
    });
    this.orders = new Orders({
      ...{ records: this.#records, people },
      revision: async () => `${this.statsRevision} ${await this.revision()}`,
    });
    this.kept = new KeptTracks(people, this.#records);
    this.shelves = new ShelfReader(this.#records, people, this.#likes);
    this.finder = new Finder(this.#records, () => this.revision());
    this.songs = new Songs(this.#records);
    this.#roots = new KnownRoots(this.#records, () => this.revision());
  }

  /** Another one whenever a list may show something else; compare it for equality only. */
  revision(): Promise<string> {
    return this.#records.read((sql) => valuesOf(sql, REVISION).get() as string);
  }

  /** Another one after every change of a like, and after every start. */
  get likesRevision(): number {
    return this.#likes.changes;
  }

  /** Another one after every play and skip that was counted, and after every start. */
  get statsRevision(): number {
    return this.#stats.changes;
  }

  /** Another one after every change of what clients sent about streams, and after every start. */
  get streamsRevision(): number {
    return this.#streams.changes;
  }

  /** Everything of a kind whose root is there. */
  all(kind: RecordKind): KeyList {
    return new SqlList(this.#records, LISTS.all[kind]);
  }

  /** Under which letters the list of all of a kind is looked through. */
  lettersOf(kind: RecordKind): Promise<readonly Letter[]> {
    return this.#records.read((sql) => readLetters(sql, kind));
  }

  /** Whether its root is there or not; undefined for an unknown id. */
  find(kind: RecordKind, id: string): Promise<RecordKey | undefined> {
    return this.#records.read((sql) => keyOf(sql, kind, id));
  }

  /** Tracks, whether their roots are there or not, and streams, in the order of the ids; undefined for unknown ids. */
  named(ids: readonly string[]): Promise<(Named | undefined)[]> {
    return namedTracks(this.#records, this.#streams, ids);
  }

  /** Where every track lies, some in each turn, whether its root is there or not. */
  allLocations(): AsyncGenerator<string[]> {
    return allLocations(this.#records);
  }

  /** The roots, and what is or was mounted below them, as the last scan found them; by their paths. */
  roots(): Promise<KnownRoot[]> {
    return this.#roots.read();
  }

  /** Those of an album by disc and number, others by title; none for an unknown id. */
  tracksOf(kind: 'album' | 'artist' | 'genre', id: string): KeyList {
    return new SqlList(this.#records, LISTS.tracks[kind], { kind, id });
  }

  /** Albums that are the artist's, or have a track of the artist or the genre; none for an unknown id. */
  albumsOf(kind: 'artist' | 'genre', id: string, order: AlbumOrder = 'title'): KeyList {
    if (kind === 'genre') return membersOfGenre(this.#records, id, 'album', ALBUM_ORDERS[order]);
    return new SqlList(this.#records, inOrder(LISTS.albums.artist, order), { kind, id });
  }

  /** Albums whose album artist is the artist; or the other ones with a track of the artist. None for an unknown id. */
  albumsOfArtist(id: string, whose: 'own' | 'others', order: AlbumOrder): KeyList {
    const source = whose === 'own' ? LISTS.albums.ownOfArtist : LISTS.albums.othersOfArtist;
    return new SqlList(this.#records, inOrder(source, order), { kind: 'artist', id });
  }

  /** The artists of the tracks of a genre; none for an unknown id. */
  artistsOfGenre(id: string): KeyList {
    return membersOfGenre(this.#records, id, 'artist', 'sort_key, key');
  }

  /** A JSON array, in UTF-8, of these records in this order. @param shape a constant */
  records<Kind extends RecordKind>(kind: Kind, keys: ArrayLike<RecordKey>, shape: Shape<Kind>): Promise<Buffer> {
    return this.#records.read((sql) => recordsJson(sql, kind, keys, shape));
  }

  /** As `records`, for tracks that follow each other in the list of all: several times as fast. @param shape a constant */
  neighbours(keys: ArrayLike<RecordKey>, shape: Shape<'track'>): Promise<Buffer> {
    return this.#records.read((sql) => neighboursJson(sql, keys, shape));
  }

  /**
   * What is found by these words, the best first; nothing without a letter or a digit.
   * @param shapes constants
   * @param limit records of each kind; more than 50 are never found
   */
  async search(text: string, shapes: Parameters<typeof search>[2], limit?: number): Promise<SearchResults> {
    const question = questionOf(text);
    if (question === undefined) return NOTHING_FOUND;
    return this.#records.read((sql) => search(sql, question, shapes, limit));
  }

  /** Absolute path of the audio file of a track. @throws NotFound UNKNOWN_ID */
  async fileOf(track: string): Promise<string> {
    const path = await this.#records.read((sql) => fileOfTrack(sql, track));
    if (path === undefined) throw unknownId('track');
    return path;
  }

  /** Absolute path of the file that holds the picture of an album or an artist; undefined where there is none. */
  pictureOf(id: string): Promise<string | undefined> {
    return this.#records.read((sql) => pictureOf(sql, id));
  }

  /** Absolute path of the file that holds the cover of the album of a track; undefined where there is none. */
  coverOf(track: string): Promise<string | undefined> {
    return this.#records.read((sql) => coverOfTrack(sql, track));
  }

  /** Covers of the albums behind the one with this key, in the order of keys. */
  coversAfter(after: RecordKey, most: number): Promise<readonly CoverPath[]> {
    return this.#records.read((sql) => coversAfter(sql, after, most));
  }

  /**
   * Those of the files that are in the library, by location, as JSON objects. Never rejects: then nothing is known.
   * @param shape a constant: what was found is kept with it until the library changes
   */
  async entries(locations: readonly string[], shape: Shape<'track'>): Promise<KnownEntries> {
    try {
      const entries = this.#entries.get(shape) ?? new Entries(this.#records, shape);
      this.#entries.set(shape, entries);
      return await entries.at(locations, await this.revision());
    } catch (error) {
      this.#warn(error);
      return new Map();
    }
  }

  /** Where a part of a file lies; undefined for a location that is none. Never rejects: then nothing is known. */
  async partOf(location: string): Promise<Part | undefined> {
    try {
      return await partAt(this.#records, location);
    } catch (error) {
      this.#warn(error);
      return undefined;
    }
  }

  /** Locations of the parts of each of these files, as they follow each other in it; none for a file without parts. */
  partsOf(paths: readonly string[]): Promise<string[][]> {
    return partsOf(this.#records, paths);
  }

  /** What clients sent about these URLs. Never rejects: then nothing is known. */
  async streamsAt(urls: readonly string[]): Promise<StoredStream[]> {
    try {
      return urls.length === 0 ? [] : await this.#streams.at(urls);
    } catch (error) {
      this.#warn(error);
      return [];
    }
  }

  /** Remembers what a client says of a stream. Resolves when it is durable. */
  saveStream(facts: StreamFacts): Promise<void> {
    return this.saveStreams([facts]);
  }

  /** Remembers several streams in one transaction. Resolves when they are durable. */
  async saveStreams(all: readonly StreamFacts[]): Promise<void> {
    if (all.length > 0) await this.#streams.save(all);
  }

  findStream(id: string): Promise<StoredStream | undefined> {
    return this.#streams.find(id);
  }

  /** Resolves when it is durable. @throws NotFound UNKNOWN_ID */
  async like(kind: LikedKind, id: string): Promise<void> {
    const known = await this.#records.read((sql) => idOf(sql, kind, id));
    if (known === undefined) throw unknownId(kind);
    // So that its file is known again when it is moved.
    await this.#likes.like(kind, known, kind === 'track' ? await this.kept.keeping(known) : undefined);
  }

  /** Tracks got other ids, and likes and play counts went with them. */
  tracksMoved(): void {
    this.#likes.changedElsewhere();
    this.#stats.changedElsewhere();
  }

  /** What people did is another thing now, all of it, and no write has come since. */
  peopleRenewed(): void {
    this.kept.renewed();
    this.tracksMoved();
    this.#streams.changedElsewhere();
  }

  /** Resolves when it is durable. What is away or gone can be unliked too. @throws NotFound UNKNOWN_ID */
  async unlike(kind: LikedKind, id: string): Promise<void> {
    const known = await this.#records.read((sql) => idOf(sql, kind, id));
    if (known === undefined && !(await this.#likes.isLiked(kind, id))) throw unknownId(kind);
    // A like that was not moved yet stands with the id that it was given with.
    await this.#likes.unlike(kind, id, known);
  }

  isLiked(kind: LikedKind, id: string): Promise<boolean> {
    return this.#likes.isLiked(kind, id);
  }

  /** Those of some ids that are liked, in no order. */
  likedAmong(kind: LikedKind, ids: readonly string[]): Promise<string[]> {
    return this.#likes.among(kind, ids);
  }

  /** @param listener called after every change of a like; must not throw @returns what ends that */
  subscribeToLikes(listener: () => void): () => void {
    return this.#likes.subscribe(listener);
  }

  /** Liked records whose root is there, the newest like first. */
  liked(kind: LikedKind): KeyList {
    return listOf(async () => {
      const keys: RecordKey[] = [];
      for await (const ids of this.#likes.newest(kind)) {
        for (const key of await this.#records.read((sql) => shownKeysOf(sql, kind, ids))) keys.push(key);
      }
      return new Uint32Array(keys);
    });
  }

  /** Counts a play of a track, known or not. Resolves when it is durable. @param at Unix seconds; now when left out */
  async played(track: string, at = Math.floor(Date.now() / 1000)): Promise<void> {
    await this.#stats.played(track, at, await this.kept.keeping(track));
  }

  /** Counts a skip of a track, known or not. Resolves when it is durable. @param at Unix seconds; now when left out */
  async skipped(track: string, at = Math.floor(Date.now() / 1000)): Promise<void> {
    await this.#stats.skipped(track, at, await this.kept.keeping(track));
  }

  /** Undefined for a track that was never counted. */
  statsOf(track: string): Promise<StatsOfTrack | undefined> {
    return this.#stats.of(track);
  }

  /**
   * The tracks that follow rules, in their order; or the albums or first artists of those tracks, each once.
   * @param seed of a random order: the same number gives the same order
   * @throws InvalidInput INVALID_RULES
   */
  matching(wanted: Wanted, criteria: RuleCriteria, seed = randomInt(SEEDS)): Promise<Keys> {
    return this.#rules.find(wanted, criteria, seed);
  }

  /**
   * How many tracks each of these names, within its limit.
   * @param criteria never changed: what was counted is kept with the objects
   * @throws InvalidInput INVALID_RULES
   */
  countsOf(criteria: readonly RuleCriteria[]): Promise<number[]> {
    return this.#rules.count(criteria);
  }

  /** What the queue takes of these tracks, in their order; what is not there any more is left out. */
  async locations(tracks: Keys): Promise<string[]> {
    const locations: string[] = [];
    for (let at = 0; at < tracks.length; at += LONG) {
      if (at > 0) await nextTurn();
      const page = tracks.subarray(at, at + LONG);
      for (const location of await this.#records.read((sql) => locationsOf(sql, page))) locations.push(location);
    }
    return locations;
  }

  /** Once: the queue is asked for all the time. */
  #warn(error: unknown): void {
    if (!this.#entriesFailed) this.#log.warn('the library cannot be read', { error });
    this.#entriesFailed = true;
  }
}

export function unknownId(kind: RecordKind): NotFound {
  return new NotFound('UNKNOWN_ID', `There is no ${kind} with this id.`);
}
