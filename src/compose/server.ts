/** Builds the HTTP server, which sees every room that has a route, and what other doors to the same rooms are made of. */
import { sqliteVersion } from '../database/sqlite.js';
import type { HttpDeps } from '../http/deps.js';
import { createHttpServer, type HttpServer } from '../http/server.js';
import { readKeptLog } from '../system/kept-log.js';
import { readMachine } from '../system/machine.js';
import type { Mqtt } from '../mqtt/mqtt.js';
import type { NetworkFolder } from '../webdav/network-folder.js';
import type { AudioRooms } from './audio.js';
import type { FileRooms } from './files.js';
import type { FollowerRooms } from './followers.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { NetworkRooms } from './network.js';
import type { SystemRooms } from './system.js';

export type AllRooms = LibraryRooms & FileRooms & NetworkRooms & AudioRooms & FollowerRooms & SystemRooms;

/** What routes call. */
export function routeDeps(
  { config, files, roots, version, log, recentLog }: Given,
  rooms: AllRooms,
  { networkFolder, mqtt }: { readonly networkFolder: NetworkFolder; readonly mqtt: Mqtt },
): HttpDeps {
  const { output } = rooms;
  return {
    ...rooms,
    roots,
    networkFolder,
    mqtt,
    opened: { read: () => output.negotiated, subscribe: (listener) => output.subscribe(listener) },
    diagnostics: {
      configuration: { ...config, hotspotPassword: undefined },
      readMachine,
      readSqliteVersion: () => rooms.database.read(sqliteVersion),
      output: () => output.negotiated,
      log: recentLog,
      readKeptLog: () => readKeptLog(config.logsDirectory),
    },
    log: log.child('http'),
    version,
    remotePage: files.remotePage,
    remoteLocales: files.remoteLocales,
    remoteScripts: files.remoteScripts,
    docsPage: files.docsPage,
    examples: files.examples,
    allowedClients: config.httpAllow,
  };
}

export function composeServer({ config }: Given, deps: HttpDeps): HttpServer {
  const { httpHost: host, httpPort: port, serviceManager } = config;
  return createHttpServer(deps, { host, port, inherited: serviceManager.listening });
}
