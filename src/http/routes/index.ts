/** Every route of the interface, and the schemas that have a name in its description. */
import { EventHub } from '../events.js';
import { openApiDocument } from '../openapi.js';
import type { HttpParts } from '../parts.js';
import type { Route } from '../route.js';
import type { JsonSchema } from '../schema.js';
import { DeviceSchema } from '../wire/device.js';
import { EventSnapshotSchema } from '../wire/events.js';
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
import { NewSleepTimerSchema, SleepTimerSchema } from '../wire/sleep-timer.js';
import { NewSettingsSchema, SettingsSchema } from '../wire/settings-schema.js';
import { StatusSchema, VersionSchema } from '../wire/system.js';
import { eventRoutes } from './events.js';
import { playerRoutes } from './player.js';
import { playlistRoutes } from './playlists.js';
import { remoteRoutes } from './remote.js';
import { sleepTimerRoutes } from './sleep-timer.js';
import { settingsRoutes } from './settings.js';
import { systemRoutes } from './system.js';

const COMPONENTS: Readonly<Record<string, JsonSchema>> = {
  Amount: AmountSchema,
  AudioStatus: AudioStatusSchema,
  DeleteTracks: DeleteTracksSchema,
  Device: DeviceSchema,
  EventSnapshot: EventSnapshotSchema,
  InsertTracks: InsertTracksSchema,
  LoadTracks: LoadTracksSchema,
  MoveTracks: MoveTracksSchema,
  Mp3Entry: Mp3EntrySchema,
  NewPlaylist: NewPlaylistSchema,
  NewSettings: NewSettingsSchema,
  NewSleepTimer: NewSleepTimerSchema,
  NewVolume: NewVolumeSchema,
  PlaylistInfo: PlaylistInfoSchema,
  QueueRow: QueueRowSchema,
  Settings: SettingsSchema,
  SleepTimer: SleepTimerSchema,
  Status: StatusSchema,
  Version: VersionSchema,
  VolumeInfo: VolumeInfoSchema,
  VolumeLevel: VolumeLevelSchema,
};

export function allRoutes(parts: HttpParts, events = new EventHub(parts)): Route[] {
  const routes: Route[] = [];
  routes.push(
    ...playerRoutes(parts),
    ...sleepTimerRoutes(parts),
    ...playlistRoutes(parts),
    ...eventRoutes(events),
    ...remoteRoutes(parts),
    ...settingsRoutes(parts),
    ...systemRoutes(parts, () => openApiDocument(routes, COMPONENTS)),
  );
  return routes;
}
