/**
 * Search in all that a box can play: records, genres and folders of the library, playlists and stations. Where next to
 * nothing is found, one typing error is forgiven. Thread: main.
 */
import { corrections, written } from '../library/finding/corrections.js';
import { Derived } from '../library/finding/derived.js';
import { NameList } from '../library/finding/name-list.js';
import { Vocabulary } from '../library/finding/vocabulary.js';
import type { RecordKey } from '../library/store/records.js';
import { type Question, questionOf, type SearchKind } from '../library/store/search.js';
import type { Library } from '../library/library.js';
import type { SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import type { SmartPlaylists } from '../playlists/smart/smart-playlists.js';
import type { Station } from '../radio/station.js';
import type { Stations } from '../radio/stations.js';
import type { Revision } from '../revision.js';
import { type Group, MUSIC_GROUPS } from './wire/search.js';

export interface GroupSearchDeps {
  readonly library: Pick<Library, 'finder'>;
  readonly savedPlaylists: Pick<SavedPlaylists, 'list'>;
  readonly smartPlaylists: Pick<SmartPlaylists, 'list'>;
  readonly playlistEvents: Pick<Revision, 'revision'>;
  readonly stations: Pick<Stations, 'list' | 'revision'>;
}

export interface FoundPlaylist {
  readonly kind: 'saved' | 'smart';
  readonly id: string;
  readonly name: string;
  readonly is_system: boolean;
}

/** What was found of each group, the best first; nothing of groups that were not searched. */
export interface Hits {
  readonly tracks: readonly RecordKey[];
  readonly albums: readonly RecordKey[];
  readonly artists: readonly RecordKey[];
  readonly genres: readonly RecordKey[];
  readonly playlists: readonly FoundPlaylist[];
  readonly stations: readonly Station[];
  /** Absolute paths. */
  readonly folders: readonly string[];
}

const NONE: Hits = { tracks: [], albums: [], artists: [], genres: [], playlists: [], stations: [], folders: [] };
/** With fewer hits an error is looked for. */
const FEW = 3;

const KINDS = { tracks: 'track', albums: 'album', artists: 'artist' } as const satisfies Record<string, SearchKind>;

export class GroupSearch {
  readonly #playlists: Derived<NameList<FoundPlaylist>>;
  readonly #stations: Derived<NameList<Station>>;
  readonly #vocabulary: Derived<Vocabulary>;

  constructor(private readonly deps: GroupSearchDeps) {
    const { playlistEvents, stations } = deps;
    const ofPlaylists = () => Promise.resolve(String(playlistEvents.revision));
    const ofStations = () => Promise.resolve(String(stations.revision));
    const ofBoth = async () => `${await ofPlaylists()} ${await ofStations()}`;
    this.#playlists = new Derived(ofPlaylists, () => readPlaylists(deps));
    this.#stations = new Derived(ofStations, async () => NameList.of(await stations.list(), ({ name }) => name));
    this.#vocabulary = new Derived(ofBoth, async () => {
      const words = [...(await this.#playlists.read()).words(), ...(await this.#stations.read()).words()];
      return new Vocabulary(new Map(words.map((word) => [word, 1])));
    });
  }

  /** @param most of each group @throws Unavailable LIBRARY_UNAVAILABLE */
  async find(text: string, groups: readonly Group[], most: number): Promise<Hits> {
    const question = questionOf(text);
    return question === undefined ? NONE : this.#find(question, groups, most);
  }

  /**
   * As `find`, and one typing error is forgiven: behind what the words find stands what other words find, which are
   * `corrected` then. @throws Unavailable LIBRARY_UNAVAILABLE
   */
  async forgive(text: string, groups: readonly Group[], most: number): Promise<Hits & { corrected: string | null }> {
    const question = questionOf(text);
    const hits = question === undefined ? NONE : await this.#find(question, groups, most);
    const count = countOf(hits);
    if (question === undefined || count >= FEW) return { ...hits, corrected: null };
    const vocabularies = [await this.deps.library.finder.vocabulary(), await this.#vocabulary.read()];
    for (const terms of corrections(question.terms, vocabularies, count > 0)) {
      const other = questionOf(terms.join(' '));
      const more = other && (await this.#find(other, groups, most));
      if (more === undefined || countOf(more) === 0) continue;
      return { ...joined(hits, more, most), corrected: written(terms, await this.#namesOf(more)) };
    }
    return { ...hits, corrected: null };
  }

  async #find(question: Question, groups: readonly Group[], most: number): Promise<Hits> {
    const { finder } = this.deps.library;
    const inGroup = <Hit>(group: Group, find: () => Promise<readonly Hit[]>): Promise<readonly Hit[]> =>
      groups.includes(group) ? find() : Promise.resolve([]);
    const records = (group: keyof typeof KINDS) => inGroup(group, () => finder.find(KINDS[group], question, most));
    const [tracks, albums, artists] = [await records('tracks'), await records('albums'), await records('artists')];
    const genres = await inGroup('genres', () => finder.genres(question, most));
    return {
      ...{ tracks, albums, artists, genres: genres.map(({ key }) => key) },
      playlists: await inGroup('playlists', async () => (await this.#playlists.read()).find(question, most)),
      stations: await inGroup('stations', async () => (await this.#stations.read()).find(question, most)),
      folders: await inGroup('folders', () => finder.folders(question, most)),
    };
  }

  /** Names of the first hit of each group. */
  async #namesOf({ artists, albums, tracks, playlists, stations, folders }: Hits): Promise<string[]> {
    const { finder } = this.deps.library;
    const keys = { artists, albums, tracks };
    const names = await Promise.all(
      (['artists', 'albums', 'tracks'] as const).map(async (group) => {
        const [key] = keys[group];
        return key === undefined ? [] : finder.namesOf(KINDS[group], key);
      }),
    );
    const others = [playlists[0]?.name, stations[0]?.name, folders[0]?.split('/').pop()];
    return [...names.flat(), ...others].flatMap((name) => name ?? []);
  }
}

/** Playlists in no order that matters: saved ones first, the newest of them first. */
async function readPlaylists({ savedPlaylists, smartPlaylists }: GroupSearchDeps): Promise<NameList<FoundPlaylist>> {
  const saved = (await savedPlaylists.list('')).map(({ id, name }) => ({ kind: 'saved', id, name, is_system: false }));
  const smart = (await smartPlaylists.list()).map(({ id, name, isSystem }) => ({
    ...{ kind: 'smart', id, name, is_system: isSystem },
  }));
  return NameList.of([...saved, ...smart] as FoundPlaylist[], ({ name }) => name);
}

function countOf(hits: Hits): number {
  const groups: readonly (readonly unknown[])[] = Object.values(hits);
  return groups.reduce((sum, { length }) => sum + length, 0);
}

/** Each hit once. */
function joined(first: Hits, then: Hits, most: number): Hits {
  const both = <Hit>(one: readonly Hit[], other: readonly Hit[]): Hit[] =>
    [...new Set([...one, ...other])].slice(0, most);
  return {
    tracks: both(first.tracks, then.tracks),
    albums: both(first.albums, then.albums),
    artists: both(first.artists, then.artists),
    genres: both(first.genres, then.genres),
    playlists: both(first.playlists, then.playlists),
    stations: both(first.stations, then.stations),
    folders: both(first.folders, then.folders),
  };
}

/** The groups that a query names. */
export function groupsOf(of: string, all: readonly Group[]): readonly Group[] {
  if (of === 'everything') return all;
  return of === 'music' ? MUSIC_GROUPS : all.filter((group) => group === of);
}
