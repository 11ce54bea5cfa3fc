/** Builds what speaks to others: D-Bus, Bluetooth, Avahi, and everything that is fetched by HTTP. */
import { createRequire } from 'node:module';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';

import { Bluetooth } from '../bluetooth/bluetooth.js';
import { keepAvahiQuiet } from '../config/avahi.js';
import type { library as busLibrary } from '../dbus/library.js';
import { SystemBus } from '../dbus/system-bus.js';
import type { BusVariant } from '../dbus/values.js';
import { Avahi } from '../discovery/avahi.js';
import { subscribeAddresses } from '../discovery/address-changes.js';
import { BoxId } from '../discovery/box-id.js';
import { ConnectedScreen } from '../discovery/connected-screen.js';
import { Discovery } from '../discovery/discovery.js';
import { type MdnsLibrary, Publisher } from '../discovery/publisher.js';
import { ServiceWatch } from '../discovery/service-watch.js';
import { GuardedHttp } from '../net/guarded-http.js';
import { HOME_NETWORKS, StreamAddresses } from '../net/stream-address.js';
import { Country } from '../network/country.js';
import { Hotspot } from '../network/hotspot.js';
import { Lrclib } from '../lyrics/lrclib.js';
import { LyricsCache } from '../lyrics/lyrics-cache.js';
import { Lyrics } from '../lyrics/lyrics.js';
import { Network } from '../network/network.js';
import { NetworkShares } from '../network/shares/network-shares.js';
import { ShareUnits } from '../network/shares/share-units.js';
import { Directory } from '../radio/directory.js';
import { Logos } from '../radio/logos.js';
import { SentTracks } from '../radio/sent-tracks.js';
import { Renderers } from '../renderers/renderers.js';
import { ownAddresses } from '../ssdp/addresses.js';
import { OwnSnapcast, type OwnSnapcastDeps } from '../snapcast/own-snapcast.js';
import { SNAPCAST_SERVICE } from '../snapcast/servers.js';
import { lanAddresses } from '../system/banner.js';
import { OwnNames } from '../system/own-names.js';
import { UpdateAddresses } from '../system/update/update-addresses.js';
import type { FileRooms } from './files.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';

/** Path of the player on the system bus, where the buttons of Bluetooth speakers find it. */
export const SPEAKER_PLAYER = '/org/tonearm/player';

/** What is built after this group. */
export interface LaterThanNetwork {
  /** The player as MPRIS shows it. */
  readonly playerProperties: () => Readonly<Record<string, BusVariant>>;
  /** What a Snapcast client of the box plays on. */
  readonly clientCard: OwnSnapcastDeps['card'];
  /** Ports on which the daemon answers. */
  readonly ownPorts: () => readonly number[];
}

export type NetworkRooms = ReturnType<typeof composeNetwork>;

export function composeNetwork(
  { config, files, version, state, makeDurable, log }: Given,
  { database, settings, library, scanner }: LibraryRooms,
  { covers, paths, pictures }: FileRooms,
  later: LaterThanNetwork,
) {
  const load = () => (createRequire(files.systemBus)(files.systemBus) as { library: typeof busLibrary }).library;
  const bus = new SystemBus({ address: config.systemBus, load, log: log.child('system') });
  const { sessionBus } = config;
  const desktopBus =
    sessionBus === undefined ? undefined : new SystemBus({ address: sessionBus, load, log: log.child('mpris') });
  const bluetooth = new Bluetooth({
    bus,
    state: database,
    player: { path: SPEAKER_PLAYER, properties: later.playerProperties },
    makeDurable,
    log: log.child('bluetooth'),
  });
  const avahi = new Avahi(bus);
  const names = new OwnNames({
    machine: hostname,
    announced: () => avahi.registeredNames,
    configured: () => [...config.httpNames, ...settings.read().httpNames],
  });
  const ownNames = (): readonly string[] => names.read();
  const own = { allow: config.streamAllow, ownPorts: later.ownPorts, ownNames };
  const agent = `Tonearm/${version}`;
  const streams = new StreamAddresses(own);
  const http = new GuardedHttp(streams, agent);
  /** Fetches pictures whose address nobody here has chosen: never from the home network. */
  const outside = new GuardedHttp(new StreamAddresses({ ...own, forbid: HOME_NETWORKS }), agent);
  /** Fetches updates from the host that a person has named, and from no other. */
  const updateHttp = (named: URL) => new GuardedHttp(new UpdateAddresses(streams, named), agent);
  const logos = new Logos({ http: outside, covers, log: log.child('radio') });
  const sentTracks = new SentTracks(new Logos({ http, covers, log: log.child('upnp') }));
  const directory = new Directory({ address: config.radioDirectory, http, streams, log: log.child('radio') });
  const lyricsLog = log.child('lyrics');
  const lyrics = new Lyrics({
    ...{ library, paths, settings },
    readTag: (path) => pictures.readLyrics(path),
    lrclib: new Lrclib({
      http,
      cache: new LyricsCache({ directory: join(state, 'lyrics'), log: lyricsLog }),
      log: lyricsLog,
    }),
  });
  const boxId = new BoxId(database, log.child('discovery'));
  const ownDoors = new StreamAddresses({ allow: ['0.0.0.0/0'], ownPorts: later.ownPorts });
  const renderers = new Renderers({
    isOn: config.upnpPort !== 0,
    addresses: () => ownAddresses(networkInterfaces(), config.httpHost),
    subscribeAddresses: (listener) => subscribeAddresses(bus, listener),
    isOwn: (address, port) => !ownDoors.mayConnect(address, port),
    ownUdn: async () => (await import('../upnp/description.js')).udnOf(await boxId.read()),
    userAgent: agent,
    log: log.child('renderers'),
  });
  const discovery = new Discovery({
    avahi,
    settings,
    boxId,
    publisher: new Publisher(() => {
      keepAvahiQuiet();
      return createRequire(files.mdns)(files.mdns) as MdnsLibrary;
    }),
    machine: hostname,
    lanAddresses: () => lanAddresses(config.httpHost, networkInterfaces()),
    version,
    log: log.child('discovery'),
  });
  const snapcastServices = new ServiceWatch({ bus, type: SNAPCAST_SERVICE, log: log.child('snapcast') });
  const snapcast = new OwnSnapcast({
    ...{ bus, settings },
    runtimeDirectory: config.runtimeDirectory,
    card: later.clientCard,
    log: log.child('snapcast'),
  });
  const network = new Network({ bus, makeDurable, log: log.child('network') });
  const country = new Country({ bus, directory: state, brought: config.systemDirectories });
  const hotspot = new Hotspot({
    ...{ bus, network, country, log: log.child('network') },
    isAutomatic: config.hotspot === 'auto',
    password: config.hotspotPassword,
  });
  const shares = new NetworkShares({
    bus,
    units: new ShareUnits({ bus, runtimeDirectory: config.runtimeDirectory }),
    state: database,
    mounted: (path) => scanner.look([{ path, deep: true }]),
    log: log.child('network'),
  });
  const { screen: terminal } = config;
  const screen =
    terminal === undefined
      ? undefined
      : new ConnectedScreen({
          terminal,
          bus,
          discovery,
          settings,
          hotspot,
          machine: hostname,
          log: log.child('discovery'),
        });
  return {
    bus,
    desktopBus,
    bluetooth,
    network,
    country,
    hotspot,
    shares,
    ownNames,
    streams,
    http,
    updateHttp,
    logos,
    sentTracks,
    boxId,
    directory,
    lyrics,
    discovery,
    renderers,
    snapcastServices,
    snapcast,
    screen,
  };
}
