/** Builds what follows the player: timers, saved position, listens, MPRIS. */
import { findOutput } from '../devices/find-output.js';
import { graceOf, OutputFallback } from '../devices/output-fallback.js';
import { admitTracks } from '../http/admission.js';
import { describeCurrent } from '../http/entries.js';
import { ListenQueue } from '../listens/listen-queue.js';
import { PlayCounts } from '../listens/play-counts.js';
import { Scrobbler } from '../listens/scrobbler.js';
import { ReportedListens } from '../listens/reported-listens.js';
import { MediaPlayer } from '../mpris/media-player.js';
import { Mpris } from '../mpris/mpris.js';
import { AppliedSound } from '../playback/applied-sound.js';
import { PlayOn } from '../playback/play-on.js';
import { PositionKeeper } from '../playback/position-keeper.js';
import { SleepTimer } from '../playback/sleep-timer.js';
import type { AudioRooms } from './audio.js';
import type { FileRooms } from './files.js';
import type { Given } from './given.js';
import type { LibraryRooms } from './library.js';
import type { NetworkRooms } from './network.js';

export type FollowerRooms = ReturnType<typeof composeFollowers>;

export function composeFollowers(
  { clock, version, log }: Given,
  { database, settings, library, scanner }: LibraryRooms,
  { paths, tags }: FileRooms,
  { bus, desktopBus, http, streams }: NetworkRooms,
  { outputs, volume, output, pipeline, engine, player, store }: AudioRooms,
  /** Port on which this machine itself reaches the daemon. */
  coverPort: () => number,
) {
  const sound = new AppliedSound({ settings, player, engine, pipeline });
  const fallback = new OutputFallback({
    outputs,
    player,
    isWanted: () => settings.read().outputFallback,
    graceOf,
    clock,
    log: log.child('devices'),
  });
  const sleepTimer = new SleepTimer(player, output.control, log.child('player'), clock);
  const positionKeeper = new PositionKeeper({ player, store, clock, log: log.child('player') });
  const playOn = new PlayOn({
    player,
    findOutput: () => findOutput(outputs, output),
    clock,
    log: log.child('player'),
  });
  const listenDeps = { player, library, log: log.child('listens') };
  const playCounts = new PlayCounts({
    ...listenDeps,
    reported: new ReportedListens({ database, teller: 'counts', log: log.child('listens') }),
  });
  const scrobbler = new Scrobbler({
    ...listenDeps,
    settings,
    queue: new ListenQueue(database),
    reported: new ReportedListens({ database, teller: 'listenbrainz', log: log.child('listens') }),
    http,
    version,
  });
  const mediaPlayer = new MediaPlayer({
    player,
    volume,
    describe: () => describeCurrent(player, { tags, library }),
    tags,
    library: scanner,
    admit: async (location) => (await admitTracks([location], paths, streams)).join(),
    coverOf: (name) => `http://127.0.0.1:${coverPort()}/covers/${name}`,
    log: log.child('mpris'),
  });
  const mpris = new Mpris({ bus: desktopBus ?? bus, player: mediaPlayer, log: log.child('mpris') });
  return { sound, fallback, sleepTimer, positionKeeper, playOn, playCounts, scrobbler, mediaPlayer, mpris };
}
