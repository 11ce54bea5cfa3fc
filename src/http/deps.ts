/** What the HTTP room is built from. Only `appliance.ts` makes one of these, and the tests. */
import type { Alarms } from '../alarms/alarms.js';
import type { Backups } from '../backup/backups.js';
import type { KeptBackups } from '../backup/kept-backups.js';
import type { Bluetooth } from '../bluetooth/bluetooth.js';
import type { Discovery } from '../discovery/discovery.js';
import type { Covers } from '../library/covers/covers.js';
import type { ReceivedCovers } from '../library/covers/received-covers.js';
import type { Library } from '../library/library.js';
import type { LibraryFolders } from '../library/library-folders.js';
import type { LibraryRoots } from '../library/library-roots.js';
import type { Outputs } from '../devices/outputs.js';
import type { LibraryPaths } from '../library/paths.js';
import type { Scanner } from '../library/scan/scanner.js';
import type { StreamAddresses } from '../net/stream-address.js';
import type { Country } from '../network/country.js';
import type { Hotspot } from '../network/hotspot.js';
import type { Network } from '../network/network.js';
import type { NetworkShares } from '../network/shares/network-shares.js';
import type { TrackTags } from '../library/tags.js';
import type { LastFmAccount } from '../listens/lastfm-account.js';
import type { Scrobbler } from '../listens/scrobbler.js';
import type { Lyrics } from '../lyrics/lyrics.js';
import type { Log, RecentLog } from '../log.js';
import type { SleepTimer } from '../playback/sleep-timer.js';
import type { Player } from '../playback/player.js';
import type { Revision } from '../revision.js';
import type { VolumeControl } from '../volume/volume.js';
import type { SmartPlaylists } from '../playlists/smart/smart-playlists.js';
import type { SavedPlaylists } from '../playlists/saved/saved-playlists.js';
import type { Directory } from '../radio/directory.js';
import type { Logos } from '../radio/logos.js';
import type { SentTracks } from '../radio/sent-tracks.js';
import type { Stations } from '../radio/stations.js';
import type { Settings } from '../settings/settings.js';
import type { Airplay } from '../airplay/airplay.js';
import type { OwnSnapcast } from '../snapcast/own-snapcast.js';
import type { SnapcastRooms } from '../snapcast/rooms.js';
import type { Clock } from '../system/clock.js';
import type { Health } from '../system/health.js';
import type { Machine } from '../system/machine.js';
import type { Notices } from '../system/notices.js';
import type { Pin } from '../system/pin.js';
import type { MetricFamily } from '../system/metrics/exposition.js';
import type { Power } from '../system/power.js';
import type { StickBackup } from '../system/stick-backup.js';
import type { Sticks } from '../system/sticks.js';
import type { Updates } from '../system/update/updates.js';
import type { Mqtt } from '../mqtt/mqtt.js';
import type { NetworkFolder } from '../webdav/network-folder.js';
import type { Uploads } from '../uploads/uploads.js';

/** What a report of a fault is made from, and nothing else asks for. */
export interface DiagnosticDeps {
  /** What the daemon was started with; there is no secret in it. */
  readonly configuration: object;
  /** Never rejects. */
  readonly readMachine: () => Promise<Machine>;
  /** @throws Error when the database cannot be read */
  readonly readSqliteVersion: () => Promise<string>;
  /** Facts of the output that was opened last. */
  readonly output: () => OutputFacts | undefined;
  readonly log: Pick<RecentLog, 'read'>;
  /** Lines of the log that outlast a restart, the oldest first; undefined where there are none. Never rejects. */
  readonly readKeptLog: () => Promise<readonly string[] | undefined>;
}

/** How the sound card was opened. */
interface OutputFacts {
  readonly device: string;
  readonly card: number;
  readonly rate: number;
  readonly format: string;
  readonly period: number;
  readonly buffer: number;
}

/** The output that was opened last, which may have been given back since. */
export interface OpenedOutput {
  /** Undefined before the first. */
  readonly read: () => Pick<OutputFacts, 'rate' | 'format'> | undefined;
  /** Calls `listener`, which must not throw, after each opening; returns what ends that. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface HttpDeps {
  readonly player: Player;
  readonly volume: VolumeControl;
  readonly outputs: Omit<Outputs, 'start' | 'stop' | 'list' | 'standIn' | 'goBack' | 'follow'>;
  readonly opened: OpenedOutput;
  /** Rooms of outputs that are Snapcast servers. */
  readonly rooms: Pick<SnapcastRooms, 'read' | 'change'>;
  readonly snapcast: Pick<OwnSnapcast, 'read'>;
  readonly airplay: Pick<Airplay, 'read'>;
  readonly settings: Pick<Settings, 'read' | 'change' | 'subscribe'>;
  readonly sleepTimer: Pick<SleepTimer, 'read' | 'set' | 'subscribe'>;
  readonly alarms: Omit<Alarms, 'start' | 'stop' | 'look' | 'changed'>;
  readonly tags: Pick<TrackTags, 'read'>;
  readonly library: Library;
  readonly savedPlaylists: SavedPlaylists;
  readonly playlistEvents: Revision;
  readonly smartPlaylists: SmartPlaylists;
  readonly stations: Stations;
  readonly logos: Pick<Logos, 'find'>;
  readonly sentTracks: Pick<SentTracks, 'find' | 'isCover' | 'coverOf'>;
  readonly receivedCovers: Pick<ReceivedCovers, 'isCover' | 'coverOf' | 'coloursOf'>;
  readonly directory: Pick<Directory, 'search' | 'tags' | 'logoOf' | 'played'>;
  readonly lyrics: Pick<Lyrics, 'find'>;
  readonly scrobblers: Readonly<Record<'listenBrainz' | 'lastFm', Pick<Scrobbler, 'read'>>>;
  readonly lastFmAccount: Pick<LastFmAccount, 'connect' | 'finish' | 'disconnect'>;
  readonly covers: Pick<Covers, 'find' | 'coloursOf'>;
  readonly scanner: Pick<Scanner, 'scan' | 'scanFolder' | 'read' | 'problems' | 'subscribe'>;
  readonly paths: LibraryPaths;
  /** The roots of `paths`: who brought them, and what is left out of them. */
  readonly roots: Pick<LibraryRoots, 'find' | 'ignored'>;
  readonly folders: Pick<LibraryFolders, 'add' | 'remove' | 'ignore' | 'heed' | 'list'>;
  /** Which stream URLs may enter the queue. */
  readonly streams: StreamAddresses;
  readonly diagnostics: DiagnosticDeps;
  readonly backups: Pick<Backups, 'write' | 'restore' | 'reset'>;
  readonly keptBackups: Pick<KeptBackups, 'list' | 'restore'>;
  readonly stickBackup: Pick<StickBackup, 'read'>;
  readonly notices: Pick<Notices, 'read' | 'acknowledge'>;
  readonly pin: Pick<Pin, 'read' | 'change' | 'require'>;
  readonly clock: Pick<Clock, 'read' | 'timeZones' | 'change'>;
  readonly power: Pick<Power, 'turn'>;
  readonly sticks: Pick<Sticks, 'read'>;
  readonly updates: Pick<Updates, 'read' | 'offer' | 'lookUp' | 'install' | 'download' | 'cancelDownload' | 'rollBack'>;
  readonly uploads: Pick<Uploads, 'create' | 'append' | 'find' | 'findAtRest' | 'list' | 'remove' | 'expiresAt'>;
  readonly networkFolder: Pick<NetworkFolder, 'read' | 'change'>;
  readonly mqtt: Pick<Mqtt, 'read'>;
  readonly discovery: Pick<Discovery, 'read'>;
  readonly network: Pick<Network, 'read' | 'known' | 'change' | 'confirm' | 'forget' | 'isOnTrial' | 'noteUse'>;
  readonly hotspot: Pick<
    Hotspot,
    'address' | 'wasOnLately' | 'noteUse' | 'read' | 'turn' | 'scan' | 'join' | 'connect'
  >;
  readonly shares: Pick<NetworkShares, 'list' | 'add' | 'test' | 'servers' | 'names' | 'change' | 'connect' | 'remove'>;
  readonly country: Pick<Country, 'read' | 'set'>;
  readonly bluetooth: Pick<
    Bluetooth,
    'read' | 'devices' | 'scan' | 'connect' | 'disconnect' | 'forget' | 'answer' | 'subscribe' | 'askThrough'
  >;
  readonly health: Pick<Health, 'read'>;
  /** All readings but those of HTTP itself. */
  readonly readMetrics: () => readonly MetricFamily[];
  readonly log: Log;
  /** Version of the daemon, as `GET /version` reports it. */
  readonly version: string;
  /** File of the page at `/`, as the build makes it; without it there is none. */
  readonly remotePage?: string;
  /** Folder of the remote's texts in languages other than English. */
  readonly remoteLocales?: string;
  /** Folder of the scripts that the remote loads after its first screen. */
  readonly remoteScripts?: string;
  /** File of the page at `/docs`. */
  readonly docsPage?: string;
  /** File of the examples that `GET /openapi.json` shows. */
  readonly examples?: string;
  /** Networks whose clients are answered although they are neither near nor private. */
  readonly allowedClients?: readonly string[];
  /** The names under which this machine may be called, besides `localhost` and its addresses, in lower case. */
  ownNames(): readonly string[];
}
