/**
 * Smart playlists: those of the system, and those that people make. What is in one is found when it is asked for.
 *
 * A random order is drawn by lot once a day, for each playlist anew, and again when its rules are changed: whoever pages
 * through it, comes back or plays it gets the tracks that were shown. A seed asks for another draw.
 * @throws Unavailable LIBRARY_UNAVAILABLE, or NOT_SAVED from those that change something
 */
import { createHash, randomUUID } from 'node:crypto';

import type { Database } from '../../database/database.js';
import { InvalidInput, NotFound } from '../../errors.js';
import type { Library } from '../../library/library.js';
import type { Keys } from '../../library/store/lists.js';
import { type RuleCriteria, toRules } from '../../library/rules/criteria.js';
import { sortKey } from '../../library/sort-key.js';
import { GuardedDatabase } from '../../database/guarded.js';
import type { Log } from '../../log.js';
import type { Revision } from '../../revision.js';
import type { PlaylistTexts } from '../texts.js';
import { type FullCriteria, inFull } from './full-criteria.js';
import { SmartStore, type StoredSmartPlaylist } from './smart-store.js';
import { SYSTEM_PLAYLISTS, type SystemPlaylist } from './system-playlists.js';

export interface SmartPlaylist extends StoredSmartPlaylist {
  readonly isSystem: boolean;
}

/** With how many tracks there are in it now. */
export interface CountedPlaylist {
  readonly playlist: SmartPlaylist;
  readonly trackCount: number;
}

export interface SmartPlaylistsDeps {
  /** What people did. */
  readonly state: Database;
  readonly library: Pick<Library, 'matching' | 'countsOf'>;
  readonly revision: Pick<Revision, 'changed'>;
  readonly log: Log;
  readonly now?: () => Date;
}

/** Characters of rules as JSON: the list shows those of all playlists. */
const LONGEST_RULES = 32 * 1024;

export class SmartPlaylists {
  readonly #store: SmartStore;
  readonly #library: SmartPlaylistsDeps['library'];
  readonly #revision: SmartPlaylistsDeps['revision'];
  readonly #now: () => Date;

  constructor({ state, library, revision, log, now = () => new Date() }: SmartPlaylistsDeps) {
    this.#store = new SmartStore(new GuardedDatabase(state, log));
    this.#library = library;
    this.#revision = revision;
    this.#now = now;
  }

  /** Those of the system first, then by name. */
  async list(): Promise<SmartPlaylist[]> {
    const since = await this.#store.since();
    const system = SYSTEM_PLAYLISTS.map((playlist) => ofSystem(playlist, since));
    const own = (await this.#store.all()).map((playlist) => ({ ...playlist, isSystem: false }));
    return [...byName(system), ...byName(own)];
  }

  /** As `list`, with the number of their tracks. */
  async all(): Promise<CountedPlaylist[]> {
    const playlists = await this.list();
    const counts = await this.#library.countsOf(playlists.map(({ criteria }) => criteria));
    return playlists.map((playlist, at) => ({ playlist, trackCount: counts[at] ?? 0 }));
  }

  /** @throws NotFound UNKNOWN_ID */
  async find(id: string): Promise<CountedPlaylist> {
    const playlist = await this.#known(id);
    const [trackCount = 0] = await this.#library.countsOf([playlist.criteria]);
    return { playlist, trackCount };
  }

  /**
   * Resolves when it is durable.
   * @throws InvalidInput INVALID_RULES, paths below `/rules`
   * @throws Conflict TOO_MANY_SMART_PLAYLISTS, SMART_PLAYLISTS_TOO_LONG
   */
  async create(texts: PlaylistTexts, rules: RuleCriteria): Promise<CountedPlaylist> {
    const criteria = checked(rules);
    const now = this.#seconds();
    const id = randomUUID();
    await this.#change(() => this.#store.add({ ...texts, id, criteria, createdAt: now, updatedAt: now }));
    return this.find(id);
  }

  /**
   * What is not said is not kept. Resolves when it is durable.
   * @throws InvalidInput INVALID_RULES, paths below `/rules`
   * @throws Conflict SMART_PLAYLISTS_TOO_LONG
   * @throws NotFound UNKNOWN_ID, for those of the system too
   */
  async replace(id: string, texts: PlaylistTexts, rules: RuleCriteria): Promise<void> {
    const criteria = checked(rules);
    const playlist = { ...texts, id, criteria, updatedAt: this.#seconds() };
    if (!(await this.#change(() => this.#store.replace(playlist)))) throw unknownPlaylist();
  }

  /** Resolves when it is durable. @throws NotFound UNKNOWN_ID, for those of the system too */
  async remove(id: string): Promise<void> {
    if (!(await this.#change(() => this.#store.remove(id)))) throw unknownPlaylist();
  }

  /** Keys of its tracks, in its order. @param seed of a random order; `''`: that of the day @throws NotFound UNKNOWN_ID */
  async tracksOf(id: string, seed: string): Promise<Keys> {
    const { criteria, updatedAt } = await this.#known(id);
    return this.#library.matching('track', criteria, this.#draw(`${id} ${updatedAt}`, seed));
  }

  /** What would be in a playlist of these rules. @throws InvalidInput INVALID_RULES */
  async preview(rules: RuleCriteria, seed: string): Promise<Keys> {
    return this.#library.matching('track', rules, this.#draw('', seed));
  }

  async #known(id: string): Promise<SmartPlaylist> {
    const system = SYSTEM_PLAYLISTS.find((playlist) => playlist.id === id);
    if (system !== undefined) return ofSystem(system, await this.#store.since());
    const stored = await this.#store.find(id);
    if (stored === undefined) throw unknownPlaylist();
    return { ...stored, isSystem: false };
  }

  /** Tells it, also when it is not known whether it was saved. */
  async #change<Result>(change: () => Promise<Result>): Promise<Result> {
    try {
      return await change();
    } finally {
      this.#revision.changed();
    }
  }

  #seconds(): number {
    return Math.floor(this.#now().getTime() / 1000);
  }

  /** A number of 32 bits: the same for the same lot of the same day, or of the same seed. */
  #draw(lot: string, seed: string): number {
    const facts = seed === '' ? [lot, this.#now().toDateString()] : [seed];
    return createHash('sha1').update(JSON.stringify(facts)).digest().readUInt32LE();
  }
}

/** @throws InvalidInput */
function checked(rules: RuleCriteria): FullCriteria {
  toRules(rules, '/rules');
  const criteria = inFull(rules);
  if (JSON.stringify(criteria).length > LONGEST_RULES) {
    const message = `must not have more than ${LONGEST_RULES} characters as JSON`;
    throw new InvalidInput('INVALID_RULES', `The rules ${message}.`, [{ path: '/rules', message }]);
  }
  return criteria;
}

function ofSystem(playlist: SystemPlaylist, since: number): SmartPlaylist {
  return { ...playlist, image: null, folderId: null, isSystem: true, createdAt: since, updatedAt: since };
}

function byName(playlists: readonly SmartPlaylist[]): SmartPlaylist[] {
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return playlists
    .map((playlist) => ({ playlist, key: sortKey(playlist.name) }))
    .sort((one, other) => compare(one.key, other.key) || compare(one.playlist.id, other.playlist.id))
    .map(({ playlist }) => playlist);
}

function unknownPlaylist(): NotFound {
  return new NotFound('UNKNOWN_ID', 'There is no smart playlist with this id, or none that can be changed.');
}
