/**
 * The composition root: builds every group of rooms (`compose/`), starts them in order and stops them in reverse. Nothing
 * else sees all rooms.
 */
import { mkdir } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { composeAudio } from './compose/audio.js';
import { composeFiles, isBoxBusy } from './compose/files.js';
import { composeFollowers } from './compose/followers.js';
import { type Appliance, type ApplianceOptions, given } from './compose/given.js';
import { composeGraphql } from './compose/graphql.js';
import { composeLibrary } from './compose/library.js';
import { composeMpd } from './compose/mpd.js';
import { composeMqtt } from './compose/mqtt.js';
import { composeNetwork, SPEAKER_PLAYER } from './compose/network.js';
import { composeNetworkFolder } from './compose/network-folder.js';
import { type AllRooms, composeServer, routeDeps } from './compose/server.js';
import { composeSystem } from './compose/system.js';
import { composeUpnp } from './compose/upnp.js';
import { reachablePorts } from './discovery/ports.js';
import { LateStart } from './late-start.js';
import { findAudioFiles, holdMusic } from './library/files.js';
import { followTagRules } from './library/follow-rules.js';
import { showPlayer } from './mpris/mpris.js';
import { importEarlierFiles } from './playback/earlier-files.js';
import { queueFolder } from './playback/folder-queue.js';
import { boxName } from './settings/settings.js';

/** Longest wait for the scan of a demo library before the interface answers, in ms: a large folder goes on behind it. */
const DEMO_SCAN_MS = 10_000;
/** After a start, a skip or a track boundary the daily copy waits, in ms. */
const PLAYER_REST_MS = 15_000;

export function createAppliance(options: ApplianceOptions): Appliance {
  const all = given(options);
  const { config, demo, roots, state, log } = all;
  /** Known once the server listens. */
  let ownPorts = (): readonly number[] => [config.httpPort];
  let ownPort = config.httpPort;
  let playerChangedAt = -Infinity;
  const library = composeLibrary(all, {
    copied: () => system.keptBackups.keep(),
    renewed: () => void followers.alarms.look(),
    isBusy: () => performance.now() - playerChangedAt < PLAYER_REST_MS || isBoxBusy(),
    reserve: {
      exists: () => system.keptBackups.exists(),
      fill: (file) => system.keptBackups.fill(file),
    },
  });
  const files = composeFiles(all, library);
  const network = composeNetwork(all, library, files, {
    playerProperties: () => followers.mediaPlayer.properties(),
    ownPorts: () => ownPorts(),
    clientCard: {
      read: () => audio.snapcastCard.read(),
      subscribe: (listener) => audio.snapcastCard.subscribe(listener),
    },
  });
  const audio = composeAudio(all, library, files, network, () => ownPort);
  const followers = composeFollowers(all, library, files, network, audio, () => ownPort);
  const system = composeSystem(all, library, files, network, audio, followers);
  const rooms: AllRooms = { ...library, ...files, ...network, ...audio, ...followers, ...system };
  const late = new LateStart(log.child('system'));
  const undo: (() => unknown)[] = [];
  /** Registers a step of `stop`, which runs them in reverse: a room ends before the rooms that it needs. */
  const onStop = (...steps: readonly (() => unknown)[]): void => void undo.push(...steps);
  const stopLater = (...each: readonly ({ stop(): unknown } | undefined)[]): void =>
    onStop(...each.map((room) => () => room?.stop()));

  /** Reads the state, opens the output, and brings the player back to where it was. @returns what is wrong with the output */
  async function restore() {
    const { database, records, settings, scanner, movedFiles, tags, pictures, uploadedTags, fallback } = rooms;
    const { position, store, volumes, volume, player, sound, outputs, pipelines } = rooms;
    await mkdir(state, { recursive: true, mode: 0o700 });
    for (const each of [database, records, position]) onStop(() => each.close());
    stopLater(movedFiles, scanner, tags, pictures, uploadedTags, rooms.engine);
    await importEarlierFiles({ directory: state, database, player: store, volumes, log: log.child('player') });
    await rooms.backups.clearAway();
    await rooms.presence.start();
    stopLater(rooms.presence);
    await rooms.pin.forgetIfAsked(state);
    await settings.load();
    await rooms.folders.start();
    await rooms.boxOutputs.start();
    await sound.look();
    const problem = await pipelines.begin(outputs.first);
    // Not while a card is being opened, whose volume would be mistaken for this one.
    if (problem !== undefined) await pipelines.whileSilent(() => volume.follow(pipelines.target, -1));
    await player.restore(settings.read().resumeOnStart);
    settings.subscribe(() => void sound.look());
    followTagRules(settings, [tags, scanner]);
    settings.subscribe(() => void rooms.outputs.follow());
    settings.subscribe(() => fallback.look());
    fallback.start();
    player.subscribe(() => {
      playerChangedAt = performance.now();
      void sound.look();
    });
    rooms.positionKeeper.start();
    rooms.playCounts.start();
    for (const each of Object.values(rooms.scrobblers)) each.start();
    stopLater(rooms.positionKeeper, fallback, ...Object.values(rooms.scrobblers), rooms.playCounts);
    onStop(() => player.leave());
    if (demo !== undefined) await queueFolder(player, demo, findAudioFiles);
    return problem;
  }

  /** Starts the HTTP server and the queue that played, then what may come a moment later. */
  async function serve(): Promise<void> {
    const { bus, bluetooth, settings, scanner, player } = rooms;
    if (demo !== undefined) {
      const scan = scanner.scan().catch(() => undefined); // The log has the reason.
      await Promise.race([scan, delay(DEMO_SCAN_MS, undefined, { ref: false })]);
    }
    const networkFolder = composeNetworkFolder(all, rooms);
    const mqtt = composeMqtt(all, rooms);
    const deps = routeDeps(all, rooms, { networkFolder, mqtt });
    const server = composeServer(all, deps);
    await server.start();
    ownPort = server.address?.port ?? config.httpPort;
    const [first = config.httpPort, ...inherited] = server.ports;
    const ports = reachablePorts(config.httpHost, first, inherited);
    rooms.discovery.listensAt(ports);
    // In parallel: an upload must not wait for a file that is being read.
    onStop(() => Promise.all([rooms.uploads.stop(), rooms.uploadedTags.stop()]));
    onStop(() => server.stop().finally(() => bus.stop()));
    stopLater(
      rooms.updates,
      rooms.updateCheck,
      rooms.covers,
      rooms.coversAhead,
      rooms.playOn,
      rooms.sleepTimer,
      rooms.loopDelay,
    );
    rooms.playOn.start();
    rooms.memory.start(scanner, player);
    rooms.movedFiles.follow(scanner);
    const mpd = composeMpd(all, rooms);
    const graphql = composeGraphql(all, deps, server);
    mpd.subscribe(() => rooms.discovery.announce('_mpd._tcp', mpd.port));
    networkFolder.subscribe(() => rooms.discovery.announce('_webdav._tcp', networkFolder.port));
    const upnp = composeUpnp(all, rooms, () => ownPort);
    const others = [networkFolder, mpd, graphql, upnp];
    stopLater(mqtt, ...others, rooms.watchdog, rooms.boxOutputs, rooms.rooms);
    void mpd.start();
    ownPorts = () => [config.httpPort, ...server.ports, ...others.flatMap(({ port }) => port ?? [])];
    onStop(() => player.endExternal());
    rooms.watchdog.ready();
    rooms.pipeline.start();
    player.start();
    void late.run({
      alarms() {
        stopLater(rooms.alarms);
        void rooms.alarms.start();
      },
      bluetooth() {
        onStop(showPlayer(bus, SPEAKER_PLAYER, rooms.mediaPlayer));
        stopLater(bluetooth);
        return bluetooth.start();
      },
      reception() {
        const receive = (): void => {
          const now = settings.read();
          bluetooth.reception.want({ isOn: now.bluetoothReception, name: boxName(now, hostname()) });
        };
        receive();
        settings.subscribe(receive);
      },
      discovery() {
        stopLater(rooms.discovery, rooms.snapcastServices, rooms.snapcast);
        rooms.discovery.start(ports);
        rooms.snapcastServices.start();
        rooms.snapcast.start();
      },
      protocols() {
        for (const each of [networkFolder, graphql, upnp, mqtt]) void each.start();
      },
      renderers() {
        stopLater(rooms.renderers);
        return rooms.renderers.start();
      },
      network() {
        stopLater(rooms.hotspot, rooms.shares);
        rooms.hotspot.start();
        rooms.shares.start();
      },
      library() {
        scanner.start();
        rooms.coversAhead.start();
        void rooms.uploads.start();
      },
      system() {
        stopLater(rooms.screen, rooms.desktopBus, rooms.mpris);
        rooms.screen?.start();
        rooms.mpris.start();
        void rooms.updates.start();
        rooms.updateCheck.start();
        void rooms.pin.keepMark();
        settings.subscribe((now, before) => {
          if (now.backupToStick && !before.backupToStick) void rooms.keptBackups.keep();
        });
      },
    });
  }

  return {
    async start() {
      const problem = await restore();
      await serve();
      return {
        port: ownPort,
        output: `${rooms.pipelines.target.sink.name}, ${rooms.volume.scale.name}`,
        outputProblem: problem?.detail,
        libraryRoots: roots.paths,
        libraryEmpty: !(await holdMusic(roots.paths)),
      };
    },
    async stop() {
      late.stop();
      for (let last = undo.pop(); last !== undefined; last = undo.pop()) await last();
    },
  };
}
