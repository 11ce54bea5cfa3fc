/** What the UPnP renderer is built from. Only the composition makes one of these, and the tests. */
import type { HttpDeps } from '../http/deps.js';
import type { Log } from '../log.js';
import type { PlaybackClock } from '../playback-clock.js';
import type { LivePlayer } from '../playback/live-player.js';
import type { SentTracks } from '../radio/sent-tracks.js';
import type { SettingsRecord } from '../settings/settings.js';
import type { Interfaces } from '../ssdp/addresses.js';

export interface UpnpDeps extends Pick<
  HttpDeps,
  'ownNames' | 'allowedClients' | 'network' | 'volume' | 'streams' | 'version'
> {
  readonly player: Pick<
    LivePlayer,
    'queueStatus' | 'queueTrack' | 'pause' | 'resumeTrack' | 'subscribe' | 'remoteTracks'
  >;
  readonly settings: { read(): SettingsRecord; subscribe(listener: () => void): () => void };
  /** What is known of the tracks, for those who show them. */
  readonly sentTracks: Pick<SentTracks, 'note'>;
  /** Id of the box, always the same. */
  readonly boxId: () => Promise<string>;
  /** Name of the box for people. */
  readonly name: () => string;
  /** URL of the page for people at an own address. */
  readonly pageAt: (address: string) => string;
  readonly interfaces: () => Interfaces;
  /** Calls `listener` when an interface may have another address; returns what ends that. */
  readonly subscribeAddresses: (listener: () => void) => () => void;
  readonly clock: PlaybackClock;
  readonly log: Log;
}
