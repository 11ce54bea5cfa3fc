/**
 * Notes which stations were played, whoever chose them: a stream that is a station which a person saved or found, or one
 * that a client described as having no end. Thread: main.
 */
import type { StreamFacts } from '../library/store/streams.js';
import type { Log } from '../log.js';
import { isStream } from '../tags/track-tag.js';
import type { Directory } from './directory.js';
import type { StationFacts } from './station.js';
import type { Stations } from './stations.js';

export interface RecentStationsDeps {
  readonly stations: Pick<Stations, 'list' | 'played'>;
  readonly directory: Pick<Directory, 'stationAt'>;
  readonly library: { streamsAt(urls: readonly string[]): Promise<readonly StreamFacts[]> };
  readonly log: Log;
}

export class RecentStations {
  constructor(private readonly deps: RecentStationsDeps) {}

  /** Something began to sound. Never rejects: a disk that takes no note is no reason for silence. */
  async note(location: string): Promise<void> {
    if (!isStream(location)) return;
    try {
      const facts = await this.#factsOf(location);
      if (facts !== undefined) await this.deps.stations.played(facts);
    } catch (error) {
      this.deps.log.debug('station not noted as played', { error });
    }
  }

  async #factsOf(url: string): Promise<StationFacts | undefined> {
    const saved = (await this.deps.stations.list()).find((station) => station.url === url);
    if (saved !== undefined) return saved;
    const found = this.deps.directory.stationAt(url);
    if (found !== undefined) return { ...found, directoryId: found.id };
    const [known] = await this.deps.library.streamsAt([url]);
    if (known === undefined || known.length > 0 || known.title === '') return undefined;
    return {
      ...{ name: known.title, url, logo: null, homepage: null, tags: [], codec: '', bitrate: 0 },
      directoryId: null,
    };
  }
}
