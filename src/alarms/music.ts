/** Finds what an alarm plays: locations for the player. Thread: main. */
import { InvalidInput, NotFound } from '../errors.js';
import type { Library } from '../library/library.js';
import type { StreamAddresses } from '../net/stream-address.js';
import type { ReplacementMusic } from '../playback/queue-suspension.js';
import type { SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import type { SmartPlaylists } from '../playlists/smart/smart-playlists.js';
import type { Stations } from '../radio/stations.js';
import type { AlarmMusic } from './alarm.js';

export interface MusicDeps {
  readonly library: Pick<Library, 'named' | 'locations'>;
  readonly savedPlaylists: Pick<SavedPlaylists, 'find' | 'tracks'>;
  readonly smartPlaylists: Pick<SmartPlaylists, 'find' | 'tracksOf'>;
  readonly stations: Pick<Stations, 'get'>;
  readonly streams: Pick<StreamAddresses, 'examine'>;
}

/** Entries that an alarm plays at most: hours of music. */
const MOST_TRACKS = 1000;

/**
 * @throws NotFound UNKNOWN_ID when the playlist or the station is not there any more; InvalidInput when its address is not
 * to be fetched from; Unavailable when the library cannot be read
 */
export async function findMusic(
  { of, id }: AlarmMusic,
  isShuffled: boolean,
  deps: MusicDeps,
): Promise<ReplacementMusic | 'queue' | 'tone'> {
  if (of === 'tone' || of === 'queue') return of;
  if (id === null) throw new NotFound('UNKNOWN_ID', 'The alarm names no music.');
  return { locations: await locationsOf(of, id, deps), isShuffled };
}

async function locationsOf(
  of: 'saved_playlist' | 'smart_playlist' | 'station',
  id: string,
  deps: MusicDeps,
): Promise<readonly string[]> {
  const { library, savedPlaylists, smartPlaylists, stations, streams } = deps;
  switch (of) {
    case 'station':
      return [addressOf((await stations.get(id)).url, streams)];
    case 'smart_playlist':
      return library.locations((await smartPlaylists.tracksOf(id, '')).subarray(0, MOST_TRACKS));
    case 'saved_playlist': {
      if ((await savedPlaylists.find(id)) === undefined) throw unknownPlaylist();
      const tracks = (await savedPlaylists.tracks(id)).slice(0, MOST_TRACKS);
      const playable: string[] = [];
      for (const named of await library.named(tracks)) {
        if (named?.stream !== undefined) {
          if (typeof streams.examine(named.stream.url) === 'string') playable.push(named.stream.url);
        } else if (named?.available === true) playable.push(named.location);
      }
      return playable;
    }
  }
}

/**
 * @throws InvalidInput INVALID_BODY when an id is missing, or given where there is none
 * @throws NotFound UNKNOWN_ID when there is no such playlist or station
 */
export async function requireMusic({ of, id }: AlarmMusic, deps: MusicDeps): Promise<void> {
  const isNamed = of !== 'tone' && of !== 'queue';
  if (isNamed !== (id !== null)) {
    const message = isNamed
      ? `must be the id of the ${of.replace('_', ' ')}`
      : `must be left out where "of" is "${of}"`;
    throw new InvalidInput('INVALID_BODY', `id ${message}`, [{ path: '/music/id', message }]);
  }
  if (id === null) return;
  if (of === 'station') await deps.stations.get(id);
  else if (of === 'smart_playlist') await deps.smartPlaylists.find(id);
  else if ((await deps.savedPlaylists.find(id)) === undefined) throw unknownPlaylist();
}

function unknownPlaylist(): NotFound {
  return new NotFound('UNKNOWN_ID', 'There is no saved playlist with this id.');
}

/** @throws InvalidInput */
function addressOf(url: string, streams: MusicDeps['streams']): string {
  const address = streams.examine(url);
  if (typeof address !== 'string') throw address;
  return address;
}
