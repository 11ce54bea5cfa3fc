/** Builds the UPnP renderer, to which controllers of the home network play. */
import { hostname, networkInterfaces } from 'node:os';
import { subscribeAddresses } from '../discovery/address-changes.js';
import { boxName } from '../settings/settings.js';
import { SwitchedServer } from '../switched-server.js';
import type { UpnpDeps } from '../upnp/deps.js';
import type { Given } from './given.js';
import type { AllRooms } from './server.js';

/** @param webPort port of the page, known once it listens */
export function composeUpnp(
  { config, clock, version, log }: Given,
  rooms: AllRooms,
  webPort: () => number,
): SwitchedServer {
  const { bus, settings, boxId } = rooms;
  const ownLog = log.child('upnp');
  const deps: UpnpDeps = {
    ...rooms,
    allowedClients: config.httpAllow,
    boxId: () => boxId.read(),
    name: () => boxName(settings.read(), hostname()),
    pageAt: (address) => `http://${address.includes(':') ? `[${address}]` : address}:${webPort()}/`,
    interfaces: networkInterfaces,
    subscribeAddresses: (listener) => subscribeAddresses(bus, listener),
    ...{ clock, version },
    log: ownLog,
  };
  return new SwitchedServer({
    settings,
    isWanted: () => config.upnpPort !== 0 && settings.read().upnpRenderer,
    async open() {
      const { UpnpServer } = await import('../upnp/server.js');
      const server = new UpnpServer(deps, { host: config.httpHost, port: config.upnpPort });
      await server.start();
      return server;
    },
    clients: 'UPnP controllers',
    log: ownLog,
  });
}
