/** Builds the network folder (WebDAV), which answers the same clients under the same names as the page does. */
import { ClientGuard } from '../http/client-guard.js';
import { LanGuard } from '../http/security.js';
import { spaceOf } from '../system/space.js';
import { NetworkFolder } from '../webdav/network-folder.js';
import { reachableRoots } from './files.js';
import type { Given } from './given.js';
import type { AllRooms } from './server.js';

export function composeNetworkFolder({ config, roots, log }: Given, rooms: AllRooms): NetworkFolder {
  const { ownNames, player, scanner, settings } = rooms;
  const clients = new ClientGuard(config.httpAllow);
  const guard = new LanGuard(
    () => ownNames(),
    () => settings.read(),
  );
  return new NetworkFolder({
    settings,
    host: config.httpHost,
    port: config.webdavPort,
    roots: () => reachableRoots(roots.paths, scanner.read().volumes),
    spaceOf,
    look: (targets) => scanner.look(targets),
    isPlayed: (path) =>
      [player.currentTrack()?.entry.location, player.nextTrack()?.location].some(
        (location) => location !== undefined && isAt(location, path),
      ),
    admit(request) {
      clients.checkConnection(request.socket);
      guard.check(request);
    },
    log: log.child('http'),
  });
}

/** Whether a location is a file, a part of it, or lies in a folder. */
function isAt(location: string, path: string): boolean {
  return location === path || location.startsWith(`${path}/`) || location.startsWith(`${path}#`);
}
