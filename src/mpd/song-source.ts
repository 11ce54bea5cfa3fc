/**
 * Songs of the library, of the queue and of playlists, as the protocol shows them. A walk over the library goes folder by
 * folder in MPD's order, in turns, and holds no more than some hundred songs at a time. Thread: main.
 */
import type { Library } from '../library/library.js';
import type { LibraryRoots } from '../library/library-roots.js';
import type { StreamFacts } from '../library/store/streams.js';
import type { SongCondition, SongFolder, SongRow } from '../library/store/songs.js';
import { nextTurn, Turn } from '../library/turn.js';
import type { CurrentTrack } from '../playback/types.js';
import type { SentTracks } from '../radio/sent-tracks.js';
import type { Stations } from '../radio/stations.js';
import { fallbackTag, isStream, streamTitle, type TrackTag } from '../tags/track-tag.js';
import type { Song, SongTag } from './song.js';
import { folderText, type FolderText, sizeOf } from './song-texts.js';
import type { TagName } from './tag-names.js';
import { sortedInSlices } from './sort.js';
import { folderAt, foldersBelow, type TreeFolder, treeOf } from './tree.js';
import { Uris } from './uris.js';

export interface SongSourceDeps {
  readonly library: Pick<Library, 'songs' | 'streamsAt' | 'revision'>;
  readonly roots: Pick<LibraryRoots, 'paths'>;
  /** Names of streams that the library has nothing of. */
  readonly stations: Pick<Stations, 'list'>;
  /** What UPnP controllers say of the tracks that they send. */
  readonly sentTracks: Pick<SentTracks, 'find'>;
  /** Whether the library changes all the time. */
  readonly isScanning: () => boolean;
  /** Reads tags of files that the library does not know. Never rejects. */
  readonly tags: { read(locations: readonly string[]): Promise<ReadonlyMap<string, TrackTag>> };
}

/** Files read in one go, and songs given in one piece of a larger folder. */
const FILES = 200;
/** Bytes of texts that are kept while clients are connected: those of some forty thousand songs. */
const MOST_KEPT = 16 * 1024 * 1024;
/** Texts given together. */
const TEXTS = 50;
/** A tree of folders is used for this long while a scan changes the library with each batch, in ms. */
const SCAN_TREE = 10_000;

/** A folder that has songs of its own. */
type KnownFolder = TreeFolder & { readonly known: SongFolder };

/**
 * Folders in groups that are read in one go: some small ones, or a large one. @param isAlone those that are a group of
 * their own
 */
function* inGroups(
  folders: Iterable<TreeFolder>,
  isWanted: (folder: KnownFolder) => boolean = () => true,
  isAlone: (folder: KnownFolder) => boolean = () => false,
): Generator<readonly KnownFolder[]> {
  let [group, files]: [KnownFolder[], number] = [[], 0];
  for (const folder of folders) {
    if (!isKnownFolder(folder) || !isWanted(folder)) continue;
    const isOwn = isAlone(folder);
    if (group.length > 0 && (isOwn || files + folder.known.files > FILES)) {
      yield group;
      [group, files] = [[], 0];
    }
    if (isOwn) yield [folder];
    else {
      group.push(folder);
      files += folder.known.files;
    }
  }
  if (group.length > 0) yield group;
}

const isKnownFolder = (folder: TreeFolder): folder is KnownFolder => folder.known !== undefined;

interface KeptTree {
  readonly state: string;
  readonly roots: readonly string[];
  readonly tree: Promise<TreeFolder>;
  readonly madeAt: number;
  /** Whether it may be used although the library has changed. */
  readonly isOfScan: boolean;
}

export class SongSource {
  #uris: { readonly paths: readonly string[]; readonly uris: Uris } | undefined;
  #tree: KeptTree | undefined;
  /** By folders of the tree: they go with it. */
  readonly #texts = new WeakMap<SongFolder, readonly FolderText[]>();
  /** Bytes of the texts of the tree. */
  #kept = 0;
  readonly #collator = new Intl.Collator('en');

  constructor(private readonly deps: SongSourceDeps) {}

  get uris(): Uris {
    const { paths } = this.deps.roots;
    if (this.#uris?.paths !== paths) this.#uris = { paths, uris: new Uris(paths) };
    return this.#uris.uris;
  }

  /** Lets go of what was kept for clients. */
  forget(): void {
    this.#tree = undefined;
    this.#kept = 0;
  }

  /** @throws Unavailable LIBRARY_UNAVAILABLE */
  async tree(): Promise<TreeFolder> {
    const { library, roots, isScanning } = this.deps;
    const isOfScan = isScanning();
    const state = await library.revision();
    const { uris } = this;
    const now = performance.now();
    const known = this.#tree;
    const isRecent = known?.isOfScan === true && isOfScan && now - known.madeAt < SCAN_TREE;
    if (known !== undefined && known.roots === roots.paths && (known.state === state || isRecent)) return known.tree;
    const tree = library.songs.folders().then((folders) => treeOf(folders, uris));
    this.#tree = { state, roots: roots.paths, tree, madeAt: now, isOfScan };
    this.#kept = 0;
    // The next client asks again.
    tree.catch(() => this.forget());
    return tree;
  }

  /** The folder of a URI; undefined where there is none. @throws Unavailable */
  async folder(uri: string): Promise<TreeFolder | undefined> {
    return folderAt(await this.tree(), uri);
  }

  /** Songs in a folder and below it, some at a time, in order. @param condition that the songs are known to meet */
  async *below(folder: TreeFolder, condition?: SongCondition): AsyncGenerator<readonly Song[]> {
    const wanted = condition && (await this.deps.library.songs.foldersWith(condition));
    const turn = new Turn();
    let some: Song[] = [];
    for (const group of inGroups(foldersBelow(folder), ({ known }) => wanted?.has(known.key) !== false)) {
      for await (const { songs } of this.#read(group, turn, condition)) {
        if (some.length > 0 && some.length + songs.length > FILES) {
          yield some;
          some = [];
        }
        for (const song of songs) some.push(song);
      }
      await nextTurn();
    }
    if (some.length > 0) yield some;
  }

  /** Songs in a folder itself, some at a time, in order. */
  async *in(folder: TreeFolder): AsyncGenerator<readonly Song[]> {
    for (const group of inGroups([folder])) for await (const { songs } of this.#read(group, new Turn())) yield songs;
  }

  /** Texts of the songs in a folder and below it, some at a time, in order: kept for the next time, as many as may be. */
  async *texts(folder: TreeFolder): AsyncGenerator<readonly FolderText[]> {
    // A tree that is used while the library changes is older than the songs.
    const isKept = !this.deps.isScanning();
    let texts: FolderText[] = [];
    const turn = new Turn();
    const isKnown = ({ known }: KnownFolder): boolean => isKept && this.#texts.has(known);
    for (const group of inGroups(foldersBelow(folder), () => true, isKnown)) {
      const [first] = group;
      if (first !== undefined && isKnown(first))
        for (const each of this.#texts.get(first.known) ?? []) texts.push(each);
      else for (const each of await this.#textsOf(group, turn, isKept)) texts.push(each);
      if (texts.length < TEXTS && !turn.isOver) continue;
      yield texts;
      texts = [];
      if (turn.isOver) await turn.end();
    }
    yield texts;
  }

  async #textsOf(folders: readonly KnownFolder[], turn: Turn, isKept: boolean): Promise<FolderText[]> {
    const byFolder = new Map<KnownFolder, FolderText[]>(folders.map((folder) => [folder, []]));
    for await (const { folder, songs } of this.#read(folders, turn)) {
      byFolder.get(folder)?.push(folderText(folder.uri, songs));
      if (turn.isOver) await turn.end();
    }
    for (const [{ known }, texts] of byFolder) {
      const size = texts.reduce((sum, text) => sum + sizeOf(text), 0);
      if (!isKept || this.#kept + size > MOST_KEPT) continue;
      this.#kept += size;
      this.#texts.set(known, texts);
    }
    return [...byFolder.values()].flat();
  }

  /** One large folder comes in pieces, several small ones are read at once. */
  async *#read(
    folders: readonly KnownFolder[],
    turn: Turn,
    condition?: SongCondition,
  ): AsyncGenerator<{ readonly folder: KnownFolder; readonly songs: readonly Song[] }> {
    const { songs } = this.deps.library;
    const [first] = folders;
    const isLarge = first !== undefined && first.known.files > FILES;
    const rows = isLarge
      ? await songs.inFolder(first.known.key, condition)
      : await songs.inFolders(
          folders.map(({ known }) => known.key),
          condition,
        );
    const byFolder = new Map<number, SongRow[]>(folders.map(({ known }) => [known.key, []]));
    for (const row of rows) byFolder.get(row.folder)?.push(row);
    for (const folder of folders) {
      let some: Song[] = [];
      const own = byFolder.get(folder.known.key) ?? [];
      for (const row of await sortedInSlices(own, (one, other) => this.#compare(one, other))) {
        const song = this.#songOf(row);
        if (song === undefined || some.push(song) < FILES) continue;
        yield { folder, songs: some };
        some = [];
        if (turn.isOver) await turn.end();
      }
      if (some.length > 0) yield { folder, songs: some };
    }
  }

  /** MPD's order of the songs in a folder (`src/db/plugins/simple/SongSort.cxx`). */
  #compare(one: SongRow, other: SongRow): number {
    return (
      this.#collate(one.album, other.album) ||
      one.discNumber - other.discNumber ||
      one.trackNumber - other.trackNumber ||
      this.#collate(one.name, other.name) ||
      (one.partStart ?? 0) - (other.partStart ?? 0)
    );
  }

  /** Most are equal, and a collator would look at every letter. */
  #collate(one: string, other: string): number {
    return one === other ? 0 : this.#collator.compare(one, other);
  }

  /** Songs that the library has, by their locations. */
  async known(locations: readonly string[]): Promise<Map<string, Song>> {
    const songs = new Map<string, Song>();
    for (const [location, row] of await this.deps.library.songs.at(locations)) {
      const song = this.#songOf(row);
      if (song !== undefined) songs.set(location, song);
    }
    return songs;
  }

  /** The song of a location that the library has; undefined for any other. */
  async find(location: string): Promise<Song | undefined> {
    const row = (await this.deps.library.songs.at([location])).get(location);
    return row && this.#songOf(row);
  }

  /**
   * Songs of locations as the queue holds them, each at its index: of the library, streams, and files that it does not
   * know. @param current what is known better of the location that plays
   */
  async at(locations: readonly string[], current?: CurrentTrack): Promise<Song[]> {
    const { library, tags } = this.deps;
    const known = await library.songs.at(locations);
    const others = locations.filter((location) => !known.has(location));
    const streams = await this.#streamsAt(others.filter(isStream));
    const files = others.filter((location) => location.startsWith('/'));
    const read = files.length === 0 ? new Map<string, TrackTag>() : await tags.read(files);
    return locations.map((location) => {
      const row = known.get(location);
      const song = row && this.#songOf(row);
      const isCurrent = current?.entry.location === location;
      if (song !== undefined) return song;
      if (isStream(location)) return streamSong(location, streams.get(location), isCurrent ? current : undefined);
      if (location.startsWith('/')) return this.#fileSong(location, read.get(location) ?? fallbackTag(location));
      return deviceSong(location, isCurrent ? current : undefined);
    });
  }

  /** What is known of streams, by URL. */
  async #streamsAt(urls: readonly string[]): Promise<ReadonlyMap<string, StreamTexts>> {
    if (urls.length === 0) return new Map();
    const { library, stations } = this.deps;
    const known = new Map<string, StreamTexts>((await library.streamsAt(urls)).map((stream) => [stream.url, stream]));
    for (const url of urls) {
      const sent = this.deps.sentTracks.find(url);
      if (sent !== undefined) known.set(url, sent);
    }
    if (urls.every((url) => known.has(url))) return known;
    for (const { url, name } of await stations.list()) {
      if (!known.has(url)) known.set(url, { title: name, artist: '', album: '', length: 0 });
    }
    return known;
  }

  #songOf(row: SongRow): Song | undefined {
    const { id, location, modified, added, length, partStart, partEnd } = row;
    const uri = this.uris.of(location);
    if (uri === undefined) return undefined;
    const range = partStart === undefined ? undefined : { start: partStart, end: partEnd };
    return { uri, location, id, tags: tagsOf(row), modified, added, duration: length || undefined, range };
  }

  #fileSong(location: string, tag: TrackTag): Song {
    const { artists, artist, genres, length } = tag;
    const names = artists.length > 0 ? artists : [artist];
    return {
      ...NOTHING_KNOWN,
      uri: this.uris.of(location) ?? location,
      location,
      tags: tagsOf({ ...tag, artists: names.filter((name) => name !== ''), genres }),
      duration: length || undefined,
    };
  }
}

type StreamTexts = Omit<StreamFacts, 'url'>;

const NOTHING_KNOWN = { id: undefined, modified: undefined, added: undefined, duration: undefined, range: undefined };

type Texts = Pick<
  SongRow,
  | 'artists'
  | 'album'
  | 'albumArtist'
  | 'title'
  | 'trackNumber'
  | 'genres'
  | 'yearString'
  | 'composer'
  | 'discNumber'
  | 'label'
>;

function tagsOf(row: Texts): SongTag[] {
  const tags: SongTag[] = [];
  const add = (name: TagName, value: string): void => {
    if (value !== '') tags.push([name, value]);
  };
  for (const artist of row.artists) add('Artist', artist);
  add('AlbumArtist', row.albumArtist);
  add('Title', row.title);
  add('Album', row.album);
  add('Track', row.trackNumber > 0 ? String(row.trackNumber) : '');
  add('Date', row.yearString);
  for (const genre of row.genres) add('Genre', genre);
  add('Composer', row.composer);
  add('Disc', row.discNumber > 0 ? String(row.discNumber) : '');
  add('Label', row.label);
  return tags;
}

/** A stream: what it says of itself while it plays goes before what a client said of it. */
function streamSong(url: string, stored: StreamTexts | undefined, current: CurrentTrack | undefined): Song {
  const now = current?.stream;
  const given = stored?.title || streamTitle(url);
  const title = now?.title || given;
  const station = now?.station || (title === given ? '' : given);
  const tags: (readonly [TagName, string | undefined])[] = [
    ['Artist', now?.artist || stored?.artist],
    ['Title', title],
    ['Album', stored?.album],
    ['Name', station],
    ['Genre', now?.genre],
  ];
  const length = stored?.length || current?.facts?.length || 0;
  return { ...NOTHING_KNOWN, uri: url, location: url, tags: filled(tags), duration: length || undefined };
}

/** What another device plays into the box. */
function deviceSong(location: string, current: CurrentTrack | undefined): Song {
  const now = current?.stream;
  const tags = filled([
    ['Artist', now?.artist],
    ['Title', now?.title],
    ['Album', now?.album],
    ['Name', now?.station],
  ]);
  return { ...NOTHING_KNOWN, uri: location, location, tags };
}

function filled(tags: readonly (readonly [TagName, string | undefined])[]): SongTag[] {
  return tags.flatMap(([name, value]): SongTag[] => (value === undefined || value === '' ? [] : [[name, value]]));
}
