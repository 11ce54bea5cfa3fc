/** Every route of the interface, and the schemas that have a name in its description. */
import { RequestDurations } from '../durations.js';
import { EventHub } from '../events.js';
import { openApiDocument } from '../openapi.js';
import type { HttpDeps } from '../deps.js';
import { RecordLists } from '../record-list.js';
import type { Route } from '../route.js';
import type { JsonSchema } from '../schema.js';
import { AlbumSchema } from '../wire/album.js';
import { ArtistSchema } from '../wire/artist.js';
import {
  BluetoothAdapterSchema,
  BluetoothDeviceSchema,
  PairingAnswerSchema,
  PairingPromptSchema,
} from '../wire/bluetooth.js';
import { NewClockSchema, NewPowerSchema, RootsSchema, SystemClockSchema } from '../wire/box.js';
import { TreeEntrySchema } from '../wire/browse.js';
import { DeviceSchema, NewVolumeLimitSchema, NewVolumeModeSchema } from '../wire/device.js';
import { DiagnosticsSchema } from '../wire/diagnostics.js';
import { DiscoverySchema } from '../wire/discovery.js';
import { EventSchema, EventSnapshotSchema } from '../wire/events.js';
import { GenreSchema } from '../wire/genre.js';
import { Mp3EntrySchema } from '../wire/mp3-entry.js';
import {
  AudioStatusSchema,
  LoadTracksSchema,
  NewVolumeSchema,
  VolumeInfoSchema,
  VolumeLevelSchema,
} from '../wire/player.js';
import {
  AmountSchema,
  DeleteTracksSchema,
  InsertTracksSchema,
  MoveTracksSchema,
  NewPlaylistSchema,
  PlaylistInfoSchema,
  QueueRowSchema,
} from '../wire/playlists.js';
import { NoticesSchema } from '../wire/notices.js';
import { NewPinSchema, PinSchema } from '../wire/pin.js';
import { BackupSchema, ResetSchema, RestoredSchema } from '../wire/backup.js';
import { FullRuleCriteriaSchema, RuleCriteriaSchema } from '../wire/rules.js';
import { DirectoryStationSchema, NewStationSchema, StationSchema } from '../wire/radio.js';
import { ScrobblingSchema } from '../wire/scrobbling.js';
import { NewSleepTimerSchema, SleepTimerSchema } from '../wire/sleep-timer.js';
import {
  BandSchema,
  CompressorSchema,
  NewSettingsSchema,
  ReplayGainSchema,
  SettingsSchema,
} from '../wire/settings-schema.js';
import { FoundAlbumSchema, FoundArtistSchema, SearchResultsSchema } from '../wire/search.js';
import {
  NewSavedPlaylistSchema,
  PlaylistFolderSchema,
  PlaylistTextsSchema,
  SavedPlaylistSchema,
} from '../wire/saved-playlists.js';
import { ScanSchema } from '../wire/scan.js';
import { HealthSchema, StatusSchema, VersionSchema } from '../wire/system.js';
import { ImportedPlaylistSchema } from '../wire/playlist-files.js';
import { NewSmartPlaylistSchema, SmartPlaylistSchema } from '../wire/smart-playlists.js';
import { StreamMetadataSchema, TrackSchema } from '../wire/track.js';
import { TrackStatsSchema } from '../wire/track-stats.js';
import { UploadSchema } from '../wire/uploads.js';
import { albumRoutes } from './albums.js';
import { artistRoutes } from './artists.js';
import { backupRoutes } from './backup.js';
import { bluetoothRoutes } from './bluetooth.js';
import { boxRoutes } from './box.js';
import { browseRoutes } from './browse.js';
import { coverRoutes } from './covers.js';
import { deviceRoutes } from './devices.js';
import { diagnosticsRoutes } from './diagnostics.js';
import { discoveryRoutes } from './discovery.js';
import { eventRoutes } from './events.js';
import { genreRoutes } from './genres.js';
import { likeRoutes } from './likes.js';
import { noticeRoutes } from './notices.js';
import { observationRoutes } from './observation.js';
import { pageRoutes } from './pages.js';
import { pinRoutes } from './pin.js';
import { playerRoutes } from './player.js';
import { playlistRoutes } from './playlists.js';
import { playlistFileRoutes } from './playlist-files.js';
import { radioRoutes } from './radio.js';
import { scrobblingRoutes } from './scrobbling.js';
import { sleepTimerRoutes } from './sleep-timer.js';
import { scanRoutes } from './scan.js';
import { savedPlaylistRoutes } from './saved-playlists.js';
import { searchRoutes } from './search.js';
import { settingsRoutes } from './settings.js';
import { smartPlaylistRoutes } from './smart-playlists.js';
import { systemRoutes } from './system.js';
import { trackFileRoutes } from './track-file.js';
import { trackStatsRoutes } from './track-stats.js';
import { trackRoutes } from './tracks.js';
import { uploadRoutes } from './uploads.js';

const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  Album: AlbumSchema,
  Amount: AmountSchema,
  Artist: ArtistSchema,
  AudioStatus: AudioStatusSchema,
  Backup: BackupSchema,
  BluetoothAdapter: BluetoothAdapterSchema,
  BluetoothDevice: BluetoothDeviceSchema,
  CompressorSettings: CompressorSchema,
  DeleteTracks: DeleteTracksSchema,
  Device: DeviceSchema,
  Diagnostics: DiagnosticsSchema,
  DirectoryStation: DirectoryStationSchema,
  Discovery: DiscoverySchema,
  EqBandSetting: BandSchema,
  Event: EventSchema,
  EventSnapshot: EventSnapshotSchema,
  FoundAlbum: FoundAlbumSchema,
  FoundArtist: FoundArtistSchema,
  FullRuleCriteria: FullRuleCriteriaSchema,
  Genre: GenreSchema,
  GlobalSettings: SettingsSchema,
  GlobalStatus: StatusSchema,
  Health: HealthSchema,
  ImportedPlaylist: ImportedPlaylistSchema,
  InsertTracks: InsertTracksSchema,
  LoadTracks: LoadTracksSchema,
  MoveTracks: MoveTracksSchema,
  Mp3Entry: Mp3EntrySchema,
  NewClock: NewClockSchema,
  NewGlobalSettings: NewSettingsSchema,
  NewPin: NewPinSchema,
  NewPlaylist: NewPlaylistSchema,
  NewPower: NewPowerSchema,
  NewSavedPlaylist: NewSavedPlaylistSchema,
  NewSmartPlaylist: NewSmartPlaylistSchema,
  NewSleepTimer: NewSleepTimerSchema,
  NewStation: NewStationSchema,
  NewVolume: NewVolumeSchema,
  NewVolumeLimit: NewVolumeLimitSchema,
  NewVolumeMode: NewVolumeModeSchema,
  Notices: NoticesSchema,
  PairingAnswer: PairingAnswerSchema,
  PairingPrompt: PairingPromptSchema,
  Pin: PinSchema,
  PlaylistFolder: PlaylistFolderSchema,
  PlaylistInfo: PlaylistInfoSchema,
  PlaylistTexts: PlaylistTextsSchema,
  QueueRow: QueueRowSchema,
  ReplaygainSettings: ReplayGainSchema,
  Reset: ResetSchema,
  Restored: RestoredSchema,
  Roots: RootsSchema,
  RuleCriteria: RuleCriteriaSchema,
  SavedPlaylist: SavedPlaylistSchema,
  SearchResults: SearchResultsSchema,
  Scan: ScanSchema,
  Scrobbling: ScrobblingSchema,
  SleepTimer: SleepTimerSchema,
  SmartPlaylist: SmartPlaylistSchema,
  Station: StationSchema,
  StreamMetadata: StreamMetadataSchema,
  SystemClock: SystemClockSchema,
  Track: TrackSchema,
  TrackStats: TrackStatsSchema,
  TreeEntry: TreeEntrySchema,
  Upload: UploadSchema,
  Version: VersionSchema,
  VolumeInfo: VolumeInfoSchema,
  VolumeLevel: VolumeLevelSchema,
};

export function allRoutes(deps: HttpDeps, events = new EventHub(deps), durations = new RequestDurations()): Route[] {
  const routes: Route[] = [];
  const lists = new RecordLists(deps.library, deps.version);
  routes.push(
    ...playerRoutes(deps),
    ...sleepTimerRoutes(deps),
    ...playlistRoutes(deps),
    ...albumRoutes(deps, lists),
    ...artistRoutes(deps, lists),
    ...genreRoutes(deps, lists),
    ...trackRoutes(deps, lists),
    ...trackFileRoutes(deps),
    ...likeRoutes(deps, lists),
    ...smartPlaylistRoutes(deps, lists),
    ...playlistFileRoutes(deps),
    ...savedPlaylistRoutes(deps, lists),
    ...radioRoutes(deps),
    ...deviceRoutes(deps),
    ...trackStatsRoutes(deps),
    ...searchRoutes(deps),
    ...browseRoutes(deps, lists),
    ...coverRoutes(deps),
    ...uploadRoutes(deps),
    ...eventRoutes(events),
    ...pageRoutes(deps),
    ...bluetoothRoutes(deps),
    ...settingsRoutes(deps),
    ...scrobblingRoutes(deps),
    ...scanRoutes(deps),
    ...pinRoutes(deps),
    ...backupRoutes(deps),
    ...diagnosticsRoutes(deps, events, durations),
    ...noticeRoutes(deps),
    ...observationRoutes(deps, durations),
    ...boxRoutes(deps),
    ...discoveryRoutes(deps),
    ...systemRoutes(deps, (examples) => openApiDocument(routes, COMPONENTS, examples)),
  );
  return routes;
}
