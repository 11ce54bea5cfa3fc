/** Builds what looks after the box: PIN, backups, health, metrics, clock, power. */
import { join } from 'node:path';
import { Backups } from '../backup/backups.js';
import { KeptBackups } from '../backup/kept-backups.js';
import { followTimeZone } from '../config/time-zone.js';
import { answer } from '../database/sqlite.js';
import { WriteTrial } from '../database/write-trial.js';
import { backupSettings } from '../http/routes/backup.js';
import { StallWatch } from '../playback/engine/stall.js';
import { Clock } from '../system/clock.js';
import { Health } from '../system/health.js';
import { MemoryTrim } from '../system/memory-trim.js';
import { boxFamilies } from '../system/metrics/box.js';
import { LoopDelayGauge } from '../system/metrics/loop-delay.js';
import { processFamilies } from '../system/metrics/process.js';
import { NetworkTimeMark } from '../system/network-time-mark.js';
import { Notices } from '../system/notices.js';
import { PinMark } from '../system/pin-mark.js';
import { Pin } from '../system/pin.js';
import { Power } from '../system/power.js';
import { Presence } from '../system/presence.js';
import { StickBackup } from '../system/stick-backup.js';
import { Sticks } from '../system/sticks.js';
import { Channel } from '../system/update/channel.js';
import { DailyCheck } from '../system/update/daily-check.js';
import { Updates } from '../system/update/updates.js';
import { Watchdog } from '../system/watchdog.js';
import type { AudioRooms } from './audio.js';
import type { FileRooms } from './files.js';
import type { FollowerRooms } from './followers.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { NetworkRooms } from './network.js';

export type SystemRooms = ReturnType<typeof composeSystem>;

export function composeSystem(
  { config, files, version, state, native, makeDurable, log }: Given,
  { stateFile, database, records, settings, library, playlistEvents, stations, movedFiles, scanner }: LibraryRooms,
  { paths }: FileRooms,
  { bus, bluetooth, shares, updateHttp }: NetworkRooms,
  { pipeline, pipelines, player, volume, outputs }: AudioRooms,
  { scrobblers, alarms }: FollowerRooms,
) {
  const presence = new Presence({ directory: state, log: log.child('system') });
  const pin = new Pin({ state: database, mark: new PinMark(state), presence, log: log.child('system') });
  const backups = new Backups({
    workerFile: files.backupWorker,
    binding: files.sqlite,
    directory: state,
    file: stateFile,
    state: database,
    version,
    settings,
    library,
    playlistEvents,
    stations,
    alarms,
    movedFiles,
    player,
    volume,
    scrobbler: { forget: () => Promise.all(Object.values(scrobblers).map((each) => each.forget())) },
    scanner,
    pin,
    speakers: { reloadWanted: () => bluetooth.reloadWanted() },
    shares,
    log: log.child('system'),
  });
  const sticks = new Sticks(bus);
  const stickBackup = new StickBackup({ bus, log: log.child('system') });
  const keptBackups = new KeptBackups({
    directory: state,
    backups,
    settings: backupSettings({ settings, player, volume, outputs, paths }),
    stick: {
      mounted: async () => ((await sticks.read()) ?? []).flatMap(({ path }) => path ?? []),
      isWanted: () => settings.read().backupToStick,
      copy: () => stickBackup.copy(),
    },
    log: log.child('system'),
  });
  const notices = new Notices(stateFile);
  const writeTrial = new WriteTrial(database);
  const stall = new StallWatch();
  const health = new Health([
    {
      name: 'audio',
      restartHelps: true,
      async look() {
        await pipeline.answer();
        stall.look(pipelines.readings(), player.queueStatus().kind === 'playing');
      },
    },
    {
      name: 'state',
      restartHelps: false,
      look: () => database.read(answer),
      tryOut: () => writeTrial.look(),
    },
    { name: 'library', restartHelps: false, look: () => records.read(answer) },
  ]);
  const loopDelay = new LoopDelayGauge();
  const readMetrics = () => [
    ...boxFamilies({
      version,
      sound: pipelines.readings(),
      playback: player.status().kind,
      queued: player.queue().entries.length,
      scan: scanner.read(),
    }),
    ...processFamilies(loopDelay.read()),
  ];
  const watchdog = new Watchdog(config.serviceManager, native.sendServiceNotice, log.child('system'), () =>
    health.isAlive(),
  );
  const timeSet = (): void => void alarms.look();
  const zoneChanged = (zone: string): void => {
    followTimeZone(zone);
    timeSet();
  };
  const clock = new Clock({ bus, mark: new NetworkTimeMark(state), makeDurable, zoneChanged, timeSet });
  const power = new Power(bus, presence);
  const updates = new Updates({
    bus,
    folder: join(state, 'update'),
    channel: new Channel({ address: () => settings.read().updateUrl, http: updateHttp }),
    log: log.child('system'),
  });
  const updateCheck = new DailyCheck({
    settings,
    lookUp: () => updates.lookUp(),
    log: log.child('system'),
  });
  const memory = new MemoryTrim(() => native.trimMemory());
  return {
    presence,
    pin,
    backups,
    keptBackups,
    stickBackup,
    notices,
    health,
    loopDelay,
    readMetrics,
    watchdog,
    clock,
    power,
    sticks,
    updates,
    updateCheck,
    memory,
  };
}
