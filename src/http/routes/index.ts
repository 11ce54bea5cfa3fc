/** Every route of the interface. */
import { RequestDurations } from '../durations.js';
import { EventHub } from '../events/events.js';
import { openApiDocument } from '../openapi.js';
import type { HttpDeps } from '../deps.js';
import { RecordLists } from '../record-list.js';
import type { Route } from '../route.js';
import { namedSchemas } from '../schema.js';
import { alarmRoutes } from './alarms.js';
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
import { homeRoutes } from './home.js';
import { likeRoutes } from './likes.js';
import { hotspotRoutes } from './hotspot.js';
import { mqttRoutes } from './network/mqtt.js';
import { roomRoutes } from './network/rooms.js';
import { shareRoutes } from './network/shares.js';
import { folderRoutes } from './library/folders.js';
import { networkFolderRoutes } from './library/network-folder.js';
import { networkRoutes } from './network.js';
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
import { updateRoutes } from './update.js';
import { uploadRoutes } from './uploads.js';

export function allRoutes(deps: HttpDeps, events = new EventHub(deps), durations = new RequestDurations()): Route[] {
  const routes: Route[] = [];
  const lists = new RecordLists(deps.library, deps.version);
  routes.push(
    ...playerRoutes(deps),
    ...sleepTimerRoutes(deps),
    ...alarmRoutes(deps),
    ...playlistRoutes(deps),
    ...albumRoutes(deps, lists),
    ...artistRoutes(deps, lists),
    ...genreRoutes(deps, lists),
    ...trackRoutes(deps, lists),
    ...trackFileRoutes(deps),
    ...likeRoutes(deps, lists),
    ...homeRoutes(deps),
    ...smartPlaylistRoutes(deps, lists),
    ...playlistFileRoutes(deps),
    ...savedPlaylistRoutes(deps, lists),
    ...radioRoutes(deps),
    ...deviceRoutes(deps),
    ...roomRoutes(deps),
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
    ...mqttRoutes(deps),
    ...scanRoutes(deps),
    ...folderRoutes(deps),
    ...networkFolderRoutes(deps),
    ...pinRoutes(deps),
    ...backupRoutes(deps),
    ...diagnosticsRoutes(deps, events, durations),
    ...noticeRoutes(deps),
    ...observationRoutes(deps, durations),
    ...boxRoutes(deps),
    ...updateRoutes(deps),
    ...networkRoutes(deps),
    ...hotspotRoutes(deps),
    ...shareRoutes(deps),
    ...discoveryRoutes(deps),
    ...systemRoutes(deps, (examples) => openApiDocument(routes, namedSchemas(), examples)),
  );
  return routes;
}
