/** Puts music of the library into the queue, in its order or shuffled, and starts it: one edit of the queue. */
import { randomInt } from 'node:crypto';

import { InvalidInput, NotFound, Unprocessable } from '../errors.js';
import { type KeyList, listOf } from '../library/store/lists.js';
import { randomFrom, sampleOf, SEED_LIMIT } from '../playback/random.js';
import { FROM_START } from '../playback/state.js';
import { unknownPlaylist } from '../playlists/saved/saved-playlists.js';
import type { HttpDeps } from './deps.js';
import type { Static } from './schema.js';
import type { PlayedMusicSchema, PlayMusicSchema } from './wire/play.js';

type Deps = Pick<HttpDeps, 'library' | 'player' | 'streams' | 'savedPlaylists' | 'smartPlaylists'>;
type Played = Static<typeof PlayedMusicSchema>;

/** Shape of the record of a drawn album. */
const ID = { id: 'id' } as const;

/**
 * @param at index of the track to start with, in the order in which they play
 * @throws InvalidInput INVALID_BODY when an id is missing, or given where there is none; INDEX_OUT_OF_RANGE
 * @throws NotFound UNKNOWN_ID
 * @throws Unprocessable NOTHING_TO_PLAY when nothing of it is there; the queue stays as it is
 */
export async function playMusic(
  { of, id, shuffle }: Static<typeof PlayMusicSchema>,
  deps: Deps,
  at = 0,
): Promise<Played> {
  const { library, savedPlaylists, smartPlaylists } = deps;
  const isShuffled = shuffle === true;
  const playKeys = async (list: KeyList, named: string | null = null): Promise<Played> => {
    const keys = await list.keys();
    const locate = (chosen: readonly number[]) => library.locations(Uint32Array.from(chosen));
    return { id: named, ...(await start(keys, locate, isShuffled, deps, at)) };
  };
  switch (of) {
    case 'library':
      requireNoId(of, id);
      return playKeys(library.all('track'));
    case 'liked':
      requireNoId(of, id);
      return playKeys(library.liked('track'));
    case 'random_album': {
      requireNoId(of, id);
      const drawn = await drawnAlbum(library);
      return playKeys(library.tracksOf('album', drawn), drawn);
    }
    case 'album':
    case 'artist':
    case 'genre': {
      const known = requireId(of, id);
      if ((await library.find(of, known)) === undefined)
        throw new NotFound('UNKNOWN_ID', `There is no ${of} with this id.`);
      return playKeys(library.tracksOf(of, known), known);
    }
    case 'smart_playlist': {
      const known = requireId(of, id);
      return playKeys(listOf(await smartPlaylists.tracksOf(known, '')), known);
    }
    case 'saved_playlist': {
      const known = requireId(of, id);
      if ((await savedPlaylists.find(known)) === undefined) throw unknownPlaylist();
      return { id: known, ...(await playTracks(await savedPlaylists.tracks(known), deps, isShuffled, at)) };
    }
  }
}

function requireId(of: string, id: string | null | undefined): string {
  if (typeof id === 'string') return id;
  throw badId(`must be the id of the ${of.replace('_', ' ')}`);
}

function requireNoId(of: string, id: string | null | undefined): void {
  if (typeof id === 'string') throw badId(`must be left out where "of" is "${of}"`);
}

function badId(message: string): InvalidInput {
  return new InvalidInput('INVALID_BODY', `id ${message}`, [{ path: '/id', message }]);
}

/** @throws Unprocessable NOTHING_TO_PLAY in an empty library */
async function drawnAlbum(library: Deps['library']): Promise<string> {
  const albums = library.all('album');
  const total = await albums.total();
  if (total === 0) throw nothing();
  const drawn = await library.records('album', await albums.keys({ offset: randomInt(total), limit: 1 }), ID);
  const [album] = JSON.parse(drawn.toString()) as { id: string }[];
  if (album === undefined) throw nothing();
  return album.id;
}

function nothing(): Unprocessable {
  return new Unprocessable('NOTHING_TO_PLAY', 'Nothing of it is there now; the queue stays as it is.');
}

/** An entry that may be played: its stick is there, or it is a stream from where streams may come. */
interface Playable {
  readonly location: string;
  readonly available: boolean;
}

/**
 * Plays tracks of a playlist. What is away goes into the queue too, and is passed over as long as it is.
 * @throws Unprocessable NOTHING_TO_PLAY when nothing of it is there; the queue stays as it is
 */
export async function playTracks(
  ids: readonly string[],
  { library, player, streams }: Pick<Deps, 'library' | 'player' | 'streams'>,
  isShuffled = false,
  at = 0,
): Promise<Omit<Played, 'id'>> {
  const playable: Playable[] = [];
  for (const named of await library.named(ids)) {
    if (named === undefined) continue;
    if (named.stream === undefined) playable.push(named);
    else if (typeof streams.examine(named.stream.url) === 'string') {
      playable.push({ location: named.stream.url, available: true });
    }
  }
  if (!playable.some(({ available }) => available)) throw nothing();
  const locate = (chosen: readonly Playable[]) => Promise.resolve(chosen.map(({ location }) => location));
  return start(playable, locate, isShuffled, { player }, at);
}

/** Plays files and streams that are admitted already. @throws as `playMusic` */
export function playLocations(
  locations: readonly string[],
  { player }: Pick<Deps, 'player'>,
  isShuffled = false,
  at = 0,
): Promise<Omit<Played, 'id'>> {
  return start(locations, (chosen) => Promise.resolve(chosen), isShuffled, { player }, at);
}

/** Starts the items, or a random choice of them in random order, as many as the queue can hold. */
async function start<Item>(
  items: ArrayLike<Item>,
  locate: (chosen: readonly Item[]) => Promise<readonly string[]>,
  isShuffled: boolean,
  { player }: Pick<Deps, 'player'>,
  at: number,
): Promise<Omit<Played, 'id'>> {
  const { capacity } = player.queue();
  const chosen = isShuffled
    ? sampleOf(items, capacity, randomFrom(randomInt(1, SEED_LIMIT)))
    : Array.from({ length: Math.min(items.length, capacity) }, (_, index) => items[index] as Item);
  const locations = await locate(chosen);
  if (locations.length === 0) throw nothing();
  if (at < 0 || at >= locations.length) throw outOfRange(locations.length);
  await player.replaceQueue(locations, isShuffled);
  await player.startAt(at, FROM_START);
  return { total: items.length, amount: locations.length };
}

function outOfRange(length: number): InvalidInput {
  const message = `must be between 0 and ${length - 1}`;
  return new InvalidInput('INDEX_OUT_OF_RANGE', `position ${message}`, [{ path: '/position', message }]);
}
